/* Sea Salt & Paper by hand in C: the same games as gamedefs/sea_salt_and_paper, draw by draw and answer by answer.
 *
 * In: players, a seed, dice for each seat. Out: how many decisions were made, scores and winners. An ordinary program: a
 * game runs from beginning to end in one call. It cannot be stopped, copied or looked at, keeps nobody's knowledge, lists
 * no options that nobody takes, and tells nothing. */
#include "common.h"

enum { CRAB, BOAT, FISH, SWIMMER, SHARK, SHELL, OCTOPUS, PENGUIN, ANCHOR, LIGHTHOUSE, SHOAL, FAMILY, CAPTAIN, MERMAID, SHAPES };
enum { WHITE, DARK_BLUE, LIGHT_BLUE, BLACK, YELLOW, GREEN, PURPLE, GREY, LIGHT_ORANGE, PINK, ORANGE, COLOURS };
enum { CARDS = 58, TO_CLOSE = 7 };
#define CARDS_FROM(first, many) (((1ull << (many)) - 1) << (first))
static const u64 SHAPE[SHAPES] = {
  CARDS_FROM(0, 9), CARDS_FROM(9, 8), CARDS_FROM(17, 7), CARDS_FROM(24, 5), CARDS_FROM(29, 5), CARDS_FROM(34, 6),
  CARDS_FROM(40, 5), CARDS_FROM(45, 3), CARDS_FROM(48, 2), CARDS_FROM(50, 1), CARDS_FROM(51, 1), CARDS_FROM(52, 1),
  CARDS_FROM(53, 1), CARDS_FROM(54, 4),
};
static const u8 COLOUR_OF[CARDS] = {
  DARK_BLUE, DARK_BLUE, LIGHT_BLUE, LIGHT_BLUE, BLACK, YELLOW, YELLOW, GREEN, GREY, /* crabs */
  DARK_BLUE, DARK_BLUE, LIGHT_BLUE, LIGHT_BLUE, BLACK, BLACK, YELLOW, YELLOW, /* boats */
  DARK_BLUE, DARK_BLUE, LIGHT_BLUE, BLACK, BLACK, YELLOW, GREEN, /* fishes */
  DARK_BLUE, LIGHT_BLUE, BLACK, YELLOW, LIGHT_ORANGE, DARK_BLUE, LIGHT_BLUE, BLACK, GREEN, PURPLE, /* swimmers, sharks */
  DARK_BLUE, LIGHT_BLUE, BLACK, YELLOW, GREEN, GREY, LIGHT_BLUE, YELLOW, GREEN, PURPLE, GREY, /* shells, octopuses */
  PURPLE, LIGHT_ORANGE, PINK, PINK, ORANGE, PURPLE, GREY, GREEN, LIGHT_ORANGE, /* penguins, anchors, one of each */
  WHITE, WHITE, WHITE, WHITE,
};
static const int TARGET[] = {0, 0, 40, 35, 30};
static const u8 SHELLS[] = {0, 0, 2, 4, 6, 8, 10}, OCTOPUSES[] = {0, 0, 3, 6, 9, 12}, PENGUINS[] = {0, 1, 3, 5}, ANCHORS[] = {0, 0, 5};
static u64 COLOUR[COLOURS]; /* the cards of each */
static u64 TWINS; /* cards that look like the one before them */

__attribute__((constructor)) static void tables(void) {
  for (int card = 0; card < CARDS; card++) COLOUR[COLOUR_OF[card]] |= ONE(card);
  for (int shape = 0; shape < SHAPES; shape++)
    for (int card = 1; card < CARDS; card++)
      if ((SHAPE[shape] >> card & 1) && (SHAPE[shape] >> (card - 1) & 1) && COLOUR_OF[card] == COLOUR_OF[card - 1]) TWINS |= ONE(card);
}

typedef struct {
  Chance by;
  u8 deck[CARDS], pile[2][CARDS];
  int left, high[2]; /* cards in the deck, and on each pile */
  u64 hand[4], laid[4];
  int closed, total[4], gained[4], mermaids; /* who holds four, and has won */
} Game;

static inline int of(u64 cards, int shape) { return count(cards & SHAPE[shape]); }
static inline int at_least_two(u64 cards) { return (cards & (cards - 1)) != 0; }
static inline u64 different(u64 cards) { return cards & ~(cards << 1 & TWINS); } /* of pair cards: there are two at most */

/* ---------------------------------------------------------------- what cards are worth */
static int mermaid_points(u64 cards, int mermaids) {
  int amounts[COLOURS], points = 0;
  for (int c = 0; c < COLOURS; c++) amounts[c] = count(cards & COLOUR[c]);
  while (mermaids--) {
    int best = 0;
    for (int c = 1; c < COLOURS; c++) if (amounts[c] > amounts[best]) best = c;
    points += amounts[best];
    amounts[best] = 0;
  }
  return points;
}
static int worth(u64 cards) {
  int boats = of(cards, BOAT), fishes = of(cards, FISH), swimmers = of(cards, SWIMMER), sharks = of(cards, SHARK);
  int penguins = of(cards, PENGUIN), anchors = of(cards, ANCHOR);
  int points = of(cards, CRAB) / 2 + boats / 2 + fishes / 2 + (swimmers < sharks ? swimmers : sharks);
  points += SHELLS[of(cards, SHELL)] + OCTOPUSES[of(cards, OCTOPUS)] + PENGUINS[penguins] + ANCHORS[anchors];
  if (cards & SHAPE[LIGHTHOUSE]) points += boats;
  if (cards & SHAPE[SHOAL]) points += fishes;
  if (cards & SHAPE[FAMILY]) points += 2 * penguins;
  if (cards & SHAPE[CAPTAIN]) points += 3 * anchors;
  return cards & SHAPE[MERMAID] ? points + mermaid_points(cards, of(cards, MERMAID)) : points;
}
static int longest_colour(u64 cards) {
  int best = 0;
  for (int c = 0; c < COLOURS; c++) {
    int amount = count(cards & COLOUR[c]);
    if (amount > best) best = amount;
  }
  return best;
}

/* ---------------------------------------------------------------- a turn; each answers how it goes on */
enum { ONWARD, EXTRA, CLOSE, WON };

static inline int draw(Game *g) {
  int place = chance(&g->by, g->left), card = g->deck[place];
  memmove(g->deck + place, g->deck + place + 1, --g->left - place);
  return card;
}
static inline int take(Game *g, int p, int card) {
  g->hand[p] |= ONE(card);
  if (!(SHAPE[MERMAID] & ~g->hand[p])) { g->mermaids = p; return WON; }
  return ONWARD;
}
static int take_from(Game *g, int p, int side, int place) {
  int card = g->pile[side][place];
  memmove(g->pile[side] + place, g->pile[side] + place + 1, --g->high[side] - place);
  return take(g, p, card);
}
/* A pile to take from: the one that has cards, or of two the one that is chosen. */
static inline int some_pile(Game *g, int p) { return g->high[0] && g->high[1] ? answer(&g->by, p, 2) : !g->high[0]; }

static int draw_two(Game *g, int p) {
  int low = draw(g);
  if (!g->left) return take(g, p, low);
  int high = draw(g);
  if (high < low) { int other = low; low = high; high = other; }
  int alike = high > low && (!((SHAPE[MERMAID] >> low | SHAPE[MERMAID] >> high) & 1) ? high == low + 1 && (TWINS >> high & 1)
                                                                                     : (SHAPE[MERMAID] >> low & 1));
  int second = alike ? 0 : answer(&g->by, p, 2);
  if (take(g, p, second ? high : low)) return WON;
  int side = !g->high[0] ? 0 : !g->high[1] ? 1 : answer(&g->by, p, 2);
  g->pile[side][g->high[side]++] = (u8)(second ? low : high);
  return ONWARD;
}
static int gain_card(Game *g, int p) {
  int piles = !!g->high[0] + !!g->high[1], options = !!g->left + piles;
  if (!options) return ONWARD;
  int chosen = ask(&g->by, p, options);
  if (g->left && !chosen--) return draw_two(g, p);
  int side = piles == 2 ? chosen : !g->high[0];
  return take_from(g, p, side, g->high[side] - 1);
}
static int steal(Game *g, int p) {
  int foes[3], many = 0;
  for (int step = 1; step < g->by.players; step++) {
    int foe = (p + step) % g->by.players;
    if (g->hand[foe]) foes[many++] = foe;
  }
  if (!many) return ONWARD;
  int foe = foes[ask(&g->by, p, many)], card = nth(g->hand[foe], chance(&g->by, count(g->hand[foe])));
  g->hand[foe] &= ~ONE(card);
  return take(g, p, card);
}
static int lay_pair(Game *g, int p, int pair) {
  u64 first = different(g->hand[p] & SHAPE[pair]), ways[16];
  int many = 0;
  for (u64 ones = first; ones; ones &= ones - 1) {
    u64 one = ones & -ones, others;
    if (pair == SWIMMER) others = g->hand[p] & SHAPE[SHARK];
    else others = different(g->hand[p] & SHAPE[pair] & ~(one | (one - 1)));
    for (; others; others &= others - 1) ways[many++] = one | (others & -others);
  }
  u64 both = ways[ask(&g->by, p, many)];
  g->hand[p] &= ~both;
  g->laid[p] |= both;
  switch (pair) {
    case CRAB:
      if (g->high[0] || g->high[1]) {
        int side = some_pile(g, p);
        return take_from(g, p, side, ask(&g->by, p, g->high[side]));
      }
      return ONWARD;
    case BOAT: return g->left || g->high[0] || g->high[1] ? EXTRA : ONWARD;
    case FISH: return g->left ? take(g, p, draw(g)) : ONWARD;
    default: return steal(g, p);
  }
}
static int turn(Game *g, int p) {
  int next = gain_card(g, p);
  while (!next) {
    u64 hand = g->hand[p];
    int options[6], many = 0;
    if (at_least_two(hand & SHAPE[CRAB])) options[many++] = CRAB;
    if (at_least_two(hand & SHAPE[BOAT])) options[many++] = BOAT;
    if (at_least_two(hand & SHAPE[FISH])) options[many++] = FISH;
    if (hand & SHAPE[SWIMMER] && hand & SHAPE[SHARK]) options[many++] = SWIMMER;
    if (!g->closed && worth(hand | g->laid[p]) >= TO_CLOSE) options[many++] = CARDS;
    int chosen = ask(&g->by, p, many + 1);
    if (chosen == many) return ONWARD;
    if (options[chosen] == CARDS) return CLOSE;
    next = lay_pair(g, p, options[chosen]);
  }
  return next;
}
static int turns(Game *g, int p) { /* one, and those that boats give */
  int next;
  while ((next = turn(g, p)) == EXTRA);
  return next;
}

/* ---------------------------------------------------------------- rounds */
static void lay_open(Game *g, int p) { g->laid[p] |= g->hand[p]; g->hand[p] = 0; }
static void score_round(Game *g, int closer, int bet) {
  int players = g->by.players, points[4], most = 0;
  for (int p = 0; p < players; p++) {
    points[p] = worth(g->hand[p] | g->laid[p]);
    if (points[p] > most) most = points[p];
  }
  int won = points[closer] == most;
  for (int p = 0; p < players; p++) {
    int bonus = bet ? longest_colour(g->hand[p] | g->laid[p]) : 0;
    if (bet && p == closer) points[p] = won ? points[p] + bonus : bonus;
    else if (bet && won) points[p] = bonus;
    g->gained[p] = points[p];
    g->total[p] += points[p];
  }
}
/* Who starts the next one; below 0 where somebody has won in the middle. */
static int round_from(Game *g, int p) {
  int players = g->by.players, next;
  for (int card = 0; card < CARDS; card++) g->deck[card] = (u8)card;
  g->left = CARDS;
  for (int side = 0; side < 2; side++) { g->pile[side][0] = (u8)draw(g); g->high[side] = 1; }
  memset(g->hand, 0, sizeof g->hand);
  memset(g->laid, 0, sizeof g->laid);
  g->closed = 0;
  while ((next = turns(g, p)) != CLOSE) {
    if (next == WON) return -1;
    p = (p + 1) % players;
    if (!g->left) { memset(g->gained, 0, sizeof g->gained); return p; }
  }
  g->closed = 1;
  int bet = answer(&g->by, p, 2);
  if (bet) {
    lay_open(g, p);
    for (int step = 1; step < players; step++) {
      int other = (p + step) % players;
      if (turns(g, other) == WON) return -1;
      lay_open(g, other);
    }
  }
  score_round(g, p, bet);
  return (p + 1) % players;
}
static int most_of(const Game *g) {
  int most = 0;
  for (int p = 0; p < g->by.players; p++) if (g->total[p] > most) most = g->total[p];
  return most;
}
static int winners_of(const Game *g) {
  int most = most_of(g), gained = -1, winners = 0;
  for (int p = 0; p < g->by.players; p++) {
    if (g->total[p] < most || !most) continue;
    if (g->gained[p] > gained) { gained = g->gained[p]; winners = 0; }
    if (g->gained[p] == gained) winners |= 1 << p;
  }
  return winners;
}
int64_t play(int players, u64 seed, const u64 *dice, Result *result) {
  Game g;
  begin(&g.by, players, seed, dice);
  memset(g.total, 0, sizeof g.total);
  memset(g.gained, 0, sizeof g.gained);
  g.mermaids = -1;
  int starter = chance(&g.by, players);
  do starter = round_from(&g, starter); while (starter >= 0 && most_of(&g) < TARGET[players]);
  memcpy(result->scores, g.total, sizeof g.total);
  result->winners = g.mermaids >= 0 ? 1 << g.mermaids : winners_of(&g);
  return result->decisions = g.by.decisions;
}
