/* What happens, noted as numbers for whoever listens. interpreter/native/hearing.py makes events of them.
 *
 * In: an engine with room for notes. 1: who chose what lies in a slot is noted; 2: everything. A note is what it is, how
 * many numbers follow, the place in the rules, and the numbers. Nobody hears of what would be. */
enum { N_CHOSEN, N_MOVE, N_SET, N_REVEAL, N_SHUFFLE, N_ROLL, N_PICK, N_SAY, N_TURN, N_ROUND, N_TURNS_OVER, N_OVER };
#define MOST_NOTES (1 << 16)
#define HEARD UNLIKELY(E->listening > 1 && !E->imagined)

static I *note(State *S, int what, I n) {
  I *p = E->notes + E->noted;
  if (E->noted + n + 3 > MOST_NOTES) bail(B_ROOM);
  p[0] = what; p[1] = n; p[2] = E->site; E->noted += n + 3;
  return p + 3;
}
static void heard(State *S, int what, I value) { note(S, what, 1)[0] = value; }
static void heard_move(State *S, I item, I source, I z, I place) {
  I *p = note(S, N_MOVE, 6), owned = 0;
  u32 seers = EVERYONE;
  for (int k = 0; k < 2; k++) { /* at zones of components the others may not hear of it */
    if (ZONE_HOLDERS[2 * source + k] >= 0) { seers &= S->known[ZONE_HOLDERS[2 * source + k]]; owned = 1; }
    if (ZONE_HOLDERS[2 * z + k] >= 0) { seers &= S->known[ZONE_HOLDERS[2 * z + k]]; owned = 1; }
  }
  p[0] = item; p[1] = source; p[2] = z; p[3] = S->known[item]; p[4] = place; p[5] = owned ? (I)seers : -1;
}
/* A track that changes: its cell, who may see what it held and holds, and both. `owner` is a component, or -1. */
static u32 seers_of(State *S, const I *p, I n) {
  u32 mask = EVERYONE;
  for (I i = 0; i < n; i++) if (p[i] != NONE) mask &= S->known[p[i]];
  return mask;
}
static void heard_set(State *S, I cell, I value, int components, I owner) {
  I old = S->t[cell];
  if (old == value) return;
  u32 mask = owner < 0 ? EVERYONE : S->known[owner];
  if (components) mask &= seers_of(S, &old, 1) & seers_of(S, &value, 1);
  I *p = note(S, N_SET, 4);
  p[0] = cell; p[1] = mask; p[2] = old; p[3] = value;
}
static void heard_list(State *S, I cell, const I *new, I n, int components, I owner) { /* n: NONE for no list */
  I *old = S->t + cell + 1, m = old[-1], had = m == NONE ? 0 : m, has = n == NONE ? 0 : n;
  if (m == n && !memcmp(old, new, had * sizeof(I))) return;
  u32 mask = owner < 0 ? EVERYONE : S->known[owner];
  if (components) mask &= seers_of(S, old, had) & seers_of(S, new, has);
  I *p = note(S, N_SET, 4 + had + has);
  p[0] = cell; p[1] = mask; p[2] = m; p[3] = n;
  memcpy(p + 4, old, had * sizeof(I)); memcpy(p + 4 + had, new, has * sizeof(I));
}
static void heard_all(State *S, int what, const I *p, I n) { memcpy(note(S, what, n), p, n * sizeof(I)); }
