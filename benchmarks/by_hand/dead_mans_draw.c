/* Dead Man's Draw by hand in C: the same games as gamedefs/dead_mans_draw, draw by draw and answer by answer.
 *
 * In: players, a seed, dice for each seat. Out: how many decisions were made, scores and winners. An ordinary program: a
 * game runs from beginning to end in one call. It cannot be stopped, copied or looked at, keeps nobody's knowledge, and
 * tells nothing. */
#include "common.h"

enum { ANCHOR, HOOK, CANNON, KEY, CHEST, MAP, ORACLE, SWORD, KRAKEN, MERMAID, SUITS };
enum { BEASTMASTER, CAPTAINS_HOOK, CASANOVA, DAVY_JONES, FISHERMAN, GOLDEN_SCALES, MASTER_GUNNER, MISER, MISFIRE, MYSTIC,
       NAVIGATOR, PARRY, PLUNDERER, SAFE_HARBOR, SCAVENGER, SWORDSMAN, TREASURE_HUNTER, CHARACTERS };
enum { EACH = 6, CARDS = SUITS * EACH, FINDS = 3, NOBODY = -1 };
#define SUIT(suit) (63ull << ((suit) * EACH)) /* cards are numbered by suit, and by value in each */

typedef struct {
  Chance by;
  u64 deck, discard, bank[4], rowed, kept; /* the deck without those on top of it that were looked at */
  int looked, high, debt, victim; /* whose losses go to who plays Davy Jones */
  u8 top[4], row[SUITS], suit_of[CARDS]; /* the last of `top` is the top card */
  int plays[4], who[CHARACTERS];
} Game;

enum { ONWARD, OVER }; /* whether the turn is */
static int lay(Game *g, int p, int card);

static inline int plays(const Game *g, int p, int character) { return g->plays[p] == character; }
/* Whether an opponent plays it. */
static inline int is_against(const Game *g, int p, int character) { return g->who[character] != NOBODY && g->who[character] != p; }
static inline int left_in_deck(const Game *g) { return count(g->deck) + g->looked; }
static inline int picked(Game *g, u64 cards) { return nth(cards, chance(&g->by, count(cards))); }
static inline int drawn(Game *g) {
  int card = picked(g, g->deck);
  g->deck &= ~ONE(card);
  return card;
}
static void look_at(Game *g, int amount) { /* from the top of the deck, as far as nobody has looked yet */
  while (g->looked < amount) {
    memmove(g->top + 1, g->top, g->looked++);
    g->top[0] = (u8)drawn(g);
  }
}
static int reveal_next(Game *g, int p) { return lay(g, p, g->looked ? g->top[--g->looked] : drawn(g)); }
static void leave(Game *g, u64 cards) { /* wherever they lie but in the row */
  g->discard &= ~cards;
  for (int p = 0; p < g->by.players; p++) g->bank[p] &= ~cards;
}
static inline u64 tops(u64 bank) {
  u64 found = 0;
  for (int suit = 0; suit < SUITS; suit++) {
    u64 own = bank & SUIT(suit);
    if (own) found |= ONE(highest(own));
  }
  return found;
}
/* One of what opponents have on top: in the order of the players, and of the suits. */
static int of_foes(Game *g, int p, u64 among) {
  u64 theirs[3];
  int amounts[3], many = 0, players = g->by.players;
  for (int step = 1; step < players; step++) {
    theirs[step - 1] = tops(g->bank[(p + step) % players]) & among;
    many += amounts[step - 1] = count(theirs[step - 1]);
  }
  if (!many) return NOBODY;
  int chosen = ask(&g->by, p, many), step = 0;
  while (chosen >= amounts[step]) chosen -= amounts[step++];
  return nth(theirs[step], chosen);
}

/* ---------------------------------------------------------------- bust and loot */
static int bust(Game *g, int p, int card) {
  u64 safe = g->rowed & g->kept;
  int last = -1; /* what lies up to here is safe */
  for (int place = g->high - 1; place >= 0 && last < 0; place--)
    if (g->suit_of[g->row[place]] == ANCHOR) last = plays(g, p, SAFE_HARBOR) ? place + 2 : place - 1;
  for (int place = 0; place <= last && place < g->high; place++) safe |= ONE(g->row[place]);
  u64 lost = (g->rowed & ~safe) | ONE(card);
  leave(g, ONE(card));
  g->bank[p] |= safe;
  if (g->victim == p) g->bank[g->who[DAVY_JONES]] |= lost; else g->discard |= lost;
  return OVER;
}
static void plunder(Game *g, int p, int amount) {
  int foes[3], many = 0, players = g->by.players;
  for (int step = 1; step < players; step++) if (g->bank[(p + step) % players]) foes[many++] = (p + step) % players;
  int foe = foes[ask(&g->by, p, many)];
  while (amount-- && g->bank[foe]) {
    u64 own = tops(g->bank[foe]), prize = ONE(nth(own, ask(&g->by, p, count(own))));
    g->bank[foe] &= ~prize;
    g->bank[p] |= prize;
  }
}
static int take_loot(Game *g, int p) {
  u64 cards = g->rowed, pool = plays(g, p, PLUNDERER) ? 0 : g->discard;
  int amount = plays(g, p, TREASURE_HUNTER) ? 2 * count(cards) : count(cards);
  g->bank[p] |= cards;
  if (plays(g, p, PLUNDERER)) for (int foe = 0; foe < g->by.players; foe++) if (foe != p) pool |= g->bank[foe];
  if (!(cards & SUIT(KEY)) || !(cards & SUIT(CHEST)) || !pool || answer(&g->by, p, 2) != 0) return OVER;
  if (plays(g, p, PLUNDERER)) plunder(g, p, amount);
  else for (u64 prize; amount-- && g->discard; g->bank[p] |= prize) {
    prize = ONE(picked(g, g->discard));
    g->discard &= ~prize;
  }
  return OVER;
}
static int draw_or_loot(Game *g, int p) {
  int may_draw = left_in_deck(g) > 0, may_loot = !g->debt || !may_draw;
  if (may_draw && (!may_loot || !answer(&g->by, p, 2))) return reveal_next(g, p);
  return take_loot(g, p);
}

/* ---------------------------------------------------------------- effects */
static int lay_hooked(Game *g, int p) {
  int over = ONWARD;
  for (int more = plays(g, p, CAPTAINS_HOOK) ? 2 : 1; more && !over; more--) {
    u64 own = tops(g->bank[p]);
    if (!own) break;
    int target = nth(own, ask(&g->by, p, count(own)));
    if (plays(g, p, MISER)) g->kept |= ONE(target);
    over = lay(g, p, target);
  }
  return over;
}
static void fire_at(Game *g, int p, int target) {
  u64 hit = ONE(target);
  int own = g->bank[p] >> target & 1;
  if (plays(g, p, MASTER_GUNNER) && !own)
    for (int foe = 0; foe < g->by.players; foe++) if (g->bank[foe] & hit) hit = g->bank[foe] & SUIT(g->suit_of[target]);
  leave(g, hit);
  if (plays(g, p, SCAVENGER) && !own) g->bank[p] |= hit; else g->discard |= hit;
}
static int fire(Game *g, int p) {
  int target;
  if (is_against(g, p, MISFIRE)) {
    u64 own = tops(g->bank[p]);
    target = own ? nth(own, ask(&g->by, p, count(own))) : NOBODY;
  } else target = of_foes(g, p, ~0ull);
  if (target != NOBODY) fire_at(g, p, target);
  return ONWARD;
}
static int search(Game *g, int p) {
  if (!g->discard) return ONWARD;
  if (plays(g, p, NAVIGATOR)) return lay(g, p, nth(g->discard, ask(&g->by, p, count(g->discard))));
  int finds[FINDS], many = 0; /* in the order in which they were found */
  for (u64 left = g->discard; left && many < FINDS; left &= ~ONE(finds[many++])) finds[many] = picked(g, left);
  return lay(g, p, finds[ask(&g->by, p, many)]);
}
static int foresee(Game *g, int p) {
  int left = left_in_deck(g);
  if (!left) return ONWARD;
  look_at(g, plays(g, p, MYSTIC) ? 1 + ask(&g->by, p, left < 3 ? left : 3) : 1);
  return draw_or_loot(g, p);
}
static int snatch(Game *g, int p) {
  u64 among = is_against(g, p, PARRY) ? SUIT(KRAKEN) : ~0ull;
  if (!plays(g, p, SWORDSMAN)) for (int suit = 0; suit < SUITS; suit++) if (g->bank[p] & SUIT(suit)) among &= ~SUIT(suit);
  int target = of_foes(g, p, among);
  return target == NOBODY ? ONWARD : lay(g, p, target);
}
static int effect(Game *g, int p, int suit) {
  switch (suit) {
    case HOOK: return lay_hooked(g, p);
    case CANNON: return fire(g, p);
    case MAP: return search(g, p);
    case ORACLE: return foresee(g, p);
    case SWORD: return snatch(g, p);
    case KRAKEN: {
      int demand = is_against(g, p, BEASTMASTER) ? 4 : 2;
      if (g->debt < demand) g->debt = demand;
    }
  }
  return ONWARD;
}
static int lay(Game *g, int p, int card) {
  int suit = g->suit_of[card];
  if ((suit == MERMAID && plays(g, p, CASANOVA)) || (suit == KRAKEN && plays(g, p, FISHERMAN))) {
    leave(g, ONE(card));
    g->bank[p] |= ONE(card);
    return ONWARD;
  }
  if (g->rowed & SUIT(suit)) return bust(g, p, card);
  leave(g, ONE(card));
  g->row[g->high++] = (u8)card;
  g->rowed |= ONE(card);
  if (g->debt) g->debt--;
  if (suit == HOOK && plays(g, p, MISER)) g->kept |= ONE(card);
  return effect(g, p, suit);
}

/* ---------------------------------------------------------------- the game */
static void cast(Game *g, int starter) { /* two characters for each player, who secretly chooses one */
  int players = g->by.players;
  u64 offers[4], left = ONE(CHARACTERS) - 1;
  for (int p = 0; p < players; p++) {
    offers[p] = 0;
    for (int more = 2; more; more--) { u64 one = ONE(picked(g, left)); left &= ~one; offers[p] |= one; }
  }
  for (int character = 0; character < CHARACTERS; character++) g->who[character] = NOBODY;
  for (int p = 0; p < players; p++) {
    g->plays[p] = nth(offers[p], answer(&g->by, p, 2));
    g->who[g->plays[p]] = p;
  }
  int davy = g->who[DAVY_JONES];
  g->victim = davy == NOBODY ? NOBODY : (davy + 1 + ask(&g->by, davy, players - 1)) % players;
}
static int points(const Game *g, int p) {
  int found = 0;
  for (int suit = 0; suit < SUITS; suit++) {
    u64 own = g->bank[p] & SUIT(suit);
    if (own) found += highest(own) - suit * EACH + (suit != MERMAID ? 2 : plays(g, p, GOLDEN_SCALES) ? 9 : 4);
  }
  return found;
}
int64_t play(int players, u64 seed, const u64 *dice, Result *result) {
  Game g;
  memset(&g, 0, sizeof g);
  begin(&g.by, players, seed, dice);
  for (int card = 0; card < CARDS; card++) {
    g.suit_of[card] = (u8)(card / EACH);
    if (card % EACH) g.deck |= ONE(card); else g.discard |= ONE(card);
  }
  int starter = chance(&g.by, players);
  cast(&g, starter);
  for (int p = starter; left_in_deck(&g); p = (p + 1) % players) {
    g.debt = 0;
    g.kept = 0;
    int over = reveal_next(&g, p);
    while (!over) over = draw_or_loot(&g, p);
    g.rowed = 0;
    g.high = 0;
  }
  int best = -1, most = -1;
  result->winners = 0;
  for (int p = 0; p < players; p++) {
    int score = result->scores[p] = points(&g, p), cards = count(g.bank[p]);
    if (score > best || (score == best && cards > most)) { best = score; most = cards; result->winners = 0; }
    if (score == best && cards == most) result->winners |= 1 << p;
  }
  if (result->winners & (result->winners - 1)) result->winners = 0; /* a draw */
  return result->decisions = g.by.decisions;
}
