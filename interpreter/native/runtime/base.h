/* What is needed of C's own library, numbers, and the way out. A compiler without headers gets it from here.
 *
 * Nothing here knows a definition. `I` is a number of the rules: it fits 64 bits (rulelang/ir/numbers.py), and
 * NONE stands for none. Whatever the reference would refuse, or what has no room here, leaves by `bail`: the
 * caller then plays the same decision with the reference, which finds the words. */
#ifdef __TINYC__
typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;
typedef int int32_t; typedef unsigned int uint32_t; typedef long long int64_t; typedef unsigned long long uint64_t;
typedef unsigned long long size_t;
#define offsetof(type, field) ((size_t)&((type *)0)->field)
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t); void *malloc(size_t); void free(void *);
typedef long long jmp_buf[40]; int _setjmp(long long *); void longjmp(long long *, int);
#define setjmp(b) _setjmp(b)
#define UNLIKELY(x) (x)
#else
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif
typedef int16_t i16; typedef int32_t i32; typedef uint8_t u8; typedef uint32_t u32; typedef uint64_t u64;
typedef int64_t I;
#define NONE (-9223372036854775807ll - 1)
#define LARGEST 1000000000000000ll
#define MOST 50000

enum { PILE, LINE, SET, GRID, BOX };
enum { ONWARD, PENDING, ENDED }; /* what a body answers: go on, a decision is waited for, the game is over */
enum { K_NOTHING, K_ONE, K_SEVERAL, K_MENU, K_MAY, K_CHANCE };
enum { B_NONE = 1, B_RANGE, B_PLACE, B_STEPS, B_DEEP, B_ROOM, B_OPTIONS, B_NOBODY, B_BLOCK, B_ORDER, B_ASKED, B_HOLDS };
enum { ASK, TAKE, SAFE };

/* What belongs to a thread and not to a state: room for lists that live as long as an instruction, the options of
 * the last question, and counters. */
typedef struct Engine {
  I *arena, *base, *top, *end; /* lists of an instruction lie from `base` on */
  I *opt; I options, stride, low, high;
  u64 serial;
  const u8 *telling; /* for each question whether a single option is asked about all the same */
  I *begun, *changed, *asked; /* how often each body, change and question came up; or 0 */
  int (*arrange)(void *state, int question, I by); /* puts copies that look alike in order, where that is hard to see */
  I *notes; I noted, listening, site; /* what happened, for who listens (hearing.h); where in the rules that is */
  void *opening; I opened; /* a game at its first question, where no chance comes before: for which way of playing it holds */
  i32 err, depth, deep, imagined, hard, spare;
  I *found; /* the list that the last value gave back */
  void *scratch[8];
  jmp_buf out;
} Engine;

static void bail_(Engine *e, int code) { e->err = code; longjmp(e->out, 1); }
#define bail(code) bail_(E, code)
#define E (S->engine)

static I *room(Engine *e, I n) {
  I *p = e->top;
  if (UNLIKELY(e->end - p < n)) bail_(e, B_ROOM);
  e->top = p + n;
  return p;
}
/* The same without a call, for so many that a type allows. */
#define ROOM(p, n) do { Engine *e_ = E; (p) = e_->top; if (UNLIKELY(e_->end - (p) < (n))) bail_(e_, B_ROOM); e_->top = (p) + (n); } while (0)
typedef struct { I *p; I n, cap; } Vec;
static void grow(Engine *e, Vec *v) {
  I cap = v->cap ? 2 * v->cap : 16;
  if (v->p && v->p + v->cap == e->top) room(e, cap - v->cap); /* it lies at the end: it only gets longer */
  else { I *p = room(e, cap); if (v->n) memcpy(p, v->p, v->n * sizeof(I)); v->p = p; }
  v->cap = cap;
}
#define PUT(p, n, most, x) do { if (UNLIKELY((n) == (most))) bail(B_ROOM); (p)[(n)++] = (x); } while (0)
#define ADD(v, x) do { if (UNLIKELY((v).n == (v).cap)) grow(E, &(v)); (v).p[(v).n++] = (x); } while (0)

/* ---------------------------------------------------------------- chance: interpreter/rng.py, bots/dice.py */
static u64 advance(u64 s) { return s * 6364136223846793005ull + 1442695040888963407ull; }
static I below(u64 s, I n) { return (I)(((s >> 24) * (u64)n) >> 40); }
static u64 mixed(u64 s) {
  s = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9ull;
  s = (s ^ (s >> 27)) * 0x94D049BB133111EBull;
  return s ^ (s >> 31);
}
static u64 seed_state(u64 seed) { return mixed(seed + 0x9E3779B97F4A7C15ull); }
static I dice_below(u64 *dice, I n) { /* the upper half of a product of 128 bits */
  u64 m = mixed(*dice += 0x9E3779B97F4A7C15ull), k = (u64)n;
  u64 ml = (u32)m, mh = m >> 32, kl = (u32)k, kh = k >> 32, low = ml * kl, mid = mh * kl + (low >> 32);
  return (I)(mh * kh + (mid >> 32) + ((ml * kh + (u32)mid) >> 32));
}

/* ---------------------------------------------------------------- numbers: interpreter/python/library.py */
#define SOME(x) do { if (UNLIKELY((x) == NONE)) bail(B_NONE); } while (0)
static I floor_div(I a, I b) { I q = a / b; return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q; }
static I floor_mod(I a, I b) { I r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
static I times(Engine *e, I a, I b) {
  if ((a > 1000000000 || a < -1000000000 || b > 1000000000 || b < -1000000000) && a && b) {
    I x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    if (x > LARGEST / y) bail_(e, B_RANGE);
  }
  return a * b;
}
static I find(const I *p, I n, I x) { for (I i = 0; i < n; i++) if (p[i] == x) return i; return -1; }
static void sort_numbers(I *p, I n) { /* mostly few, mostly sorted */
  for (I i = 1; i < n; i++) { I x = p[i], j = i; while (j > 0 && p[j - 1] > x) { p[j] = p[j - 1]; j--; } p[j] = x; }
}
/* Stable, by rows of keys: `at` are indices into rows of `width` keys. */
static void sort_rows(I *at, I n, const I *keys, I width, I *spare) {
  if (n < 2) return;
  I half = n / 2, i = 0, j = half, k = 0;
  sort_rows(at, half, keys, width, spare); sort_rows(at + half, n - half, keys, width, spare);
  memcpy(spare, at, n * sizeof(I));
  while (i < half || j < n) {
    I first = j >= n;
    if (i < half && j < n) {
      const I *a = keys + spare[i] * width, *b = keys + spare[j] * width; I w = 0;
      while (w < width && a[w] == b[w]) w++;
      first = w == width || a[w] < b[w];
    }
    at[k++] = first ? spare[i++] : spare[j++];
  }
}
