/* Chance and answers as the interpreter draws them, for games that are written by hand.
 *
 * The generator of a game is that of interpreter/rng.py, random answers come from a pair of dice for each seat
 * (interpreter/bots/dice.py): so a game by hand and one of a definition are the same game for the same seeds. */
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
typedef uint64_t u64;
typedef uint8_t u8;

typedef struct { u64 rng, dice[4]; int players, decisions; } Chance;
typedef struct { int64_t decisions; int32_t scores[4]; int32_t winners; } Result; /* winners: a bit for each player */

static inline u64 mixed(u64 s) {
  s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9ull;
  s = (s ^ (s >> 27)) * 0x94D049BB133111EBull;
  return s ^ (s >> 31);
}
static inline void begin(Chance *c, int players, u64 seed, const u64 *dice) {
  c->rng = mixed(seed + 0x9E3779B97F4A7C15ull);
  c->players = players;
  c->decisions = 0;
  memcpy(c->dice, dice, players * sizeof(u64));
}
/* One of so many outcomes; a single one is no chance. */
static inline int chance(Chance *c, int outcomes) {
  if (outcomes == 1) return 0;
  c->rng = c->rng * 6364136223846793005ull + 1442695040888963407ull;
  return (int)(((c->rng >> 24) * (u64)outcomes) >> 40);
}
/* The answer of a seat to so many options, even to a single one. */
static inline int answer(Chance *c, int seat, int options) {
  c->decisions++;
  return (int)(((unsigned __int128)mixed(c->dice[seat] += 0x9E3779B97F4A7C15ull) * (u64)options) >> 64);
}
/* The same where a single option is taken without asking. */
static inline int ask(Chance *c, int seat, int options) { return options == 1 ? 0 : answer(c, seat, options); }

/* ---------------------------------------------------------------- sets of cards: a bit for each */
#define ONE(card) (1ull << (card))
static inline int count(u64 cards) { return __builtin_popcountll(cards); }
static inline int lowest(u64 cards) { return __builtin_ctzll(cards); }
static inline int highest(u64 cards) { return 63 - __builtin_clzll(cards); }
static inline int nth(u64 cards, int n) { while (n--) cards &= cards - 1; return lowest(cards); }

/* Games of seeds that follow each other, with the dice that `benchmarks.native` gives the interpreter. */
int64_t play(int players, u64 seed, const u64 *dice, Result *result);
int64_t play_many(int players, u64 first, int64_t games) {
  int64_t decisions = 0;
  Result result;
  for (u64 seed = first; seed < first + (u64)games; seed++) {
    u64 dice[4];
    for (int seat = 0; seat < players; seat++) dice[seat] = seed * 1000003 + seat;
    decisions += play(players, seed, dice, &result);
  }
  return decisions;
}
