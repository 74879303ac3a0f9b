/* Positions that are remembered: interpreter/python/positions.py. Of each only a fingerprint of 128 bits is kept; `mix` is
 * also in interpreter/native/fingerprints.py, which gives the reference's positions the same ones. */
typedef struct { u64 a, b; } Print;
static void mix(Print *f, I x) {
  f->a = mixed(f->a ^ (u64)x) * 0x9E3779B97F4A7C15ull + 1;
  f->b = mixed(f->b + (u64)x * 0xD6E8FEB86659FD93ull + 0x632BE59BD9B4E019ull);
}
static void remember(State *S, int memory, Print f, I price) {
  if (S->remembered >= MOST_REMEMBERED) bail(B_ROOM);
  I all = 0;
  for (I i = 0; i < S->remembered; i++) all += S->memory[3 * i] == memory;
  pay(S, price + all);
  S->memory[3 * S->remembered] = memory; S->memory[3 * S->remembered + 1] = (I)f.a; S->memory[3 * S->remembered + 2] = (I)f.b;
  S->remembered++;
}
static I repeats(State *S, int memory, Print f) {
  I found = 0, all = 0;
  for (I i = 0; i < S->remembered; i++) {
    if (S->memory[3 * i] != memory) continue;
    all++; found += S->memory[3 * i + 1] == (I)f.a && S->memory[3 * i + 2] == (I)f.b;
  }
  pay(S, all);
  return found;
}
