/* Deciding: how a running rule asks, how an answer is taken, and whole games. interpreter/python/asking.py, machine.py.
 *
 * Options are no part of a state. They lie in the engine, and are listed again where another state was asked since. */
static int is_taken(State *S, int q) { return S->autom == TAKE || (S->autom == SAFE && !E->telling[q]); }
/* Of several things: no more of them than there are. */
static void limits(State *S, I low, I high) {
  high = high > E->options ? E->options : high; E->high = high < 0 ? 0 : high;
  low = low > E->high ? E->high : low; E->low = low < 0 ? 0 : low;
}
/* The only answer there is: how many things it has, or -1. */
static I forced(State *S, int q) {
  if (QUESTIONS[q].kind != K_SEVERAL) return E->options == 1 ? 1 : -1;
  int only = E->high == 0 || (E->low == E->options && (!QUESTIONS[q].ordered || E->options == 1));
  return only ? E->high : -1;
}
/* Who chose what lies in slots of the frame on top. */
static void chosen(State *S, int q, I by, I option) {
  if (E->imagined) return;
  I *p = note(S, N_CHOSEN, 4);
  p[0] = S->height; p[1] = q; p[2] = by; p[3] = option;
}
static const I *counting(State *S, I n) { I *p = room(E, n + 1); for (I i = 0; i < n; i++) p[i] = i; return p; }

/* ---------------------------------------------------------------- the order of copies that look alike: offering.py */
static I rank_of(State *S, I item, I by) {
  if (item == NONE || !(S->known[item] >> by & 1)) return 1ll << 60;
  return (I)S->loc[item] * 100000 + lies_at(S, S->loc[item], (int)item);
}
static void arrange(State *S, I *rows, I n, I stride, int depth, int parts, u32 flags, I by) {
  if (depth == parts || n < 2) return;
  I *start = room(E, n + 1), *order = room(E, n), *spare = room(E, 2 * n), blocks = 0, i, j;
  for (i = 0; i < n; i++) if (!i || rows[i * stride + depth] != rows[(i - 1) * stride + depth]) start[blocks++] = i;
  start[blocks] = n;
  for (i = 0; i < blocks; i++) order[i] = i;
  if (flags >> depth & 1)
    for (i = 0; i < blocks; i++) { /* those that look alike, in the order of their ranks */
      I item = rows[start[i] * stride + depth], look = item == NONE ? -1 : LOOKS[item], m = 0;
      int first = 1;
      for (j = 0; j < i && first; j++) { I other = rows[start[j] * stride + depth]; first = (other == NONE ? -1 : LOOKS[other]) != look; }
      if (!first) continue;
      for (j = i; j < blocks; j++) { I other = rows[start[j] * stride + depth]; if ((other == NONE ? -1 : LOOKS[other]) == look) spare[m++] = j; }
      for (I a = 1; a < m; a++) for (I b = a; b > 0; b--) { /* the places stay, the blocks on them are sorted */
        I x = order[spare[b - 1]], y = order[spare[b]];
        if (rank_of(S, rows[start[x] * stride + depth], by) <= rank_of(S, rows[start[y] * stride + depth], by)) break;
        order[spare[b - 1]] = y; order[spare[b]] = x;
      }
    }
  I *copy = room(E, n * stride), at = 0;
  memcpy(copy, rows, n * stride * sizeof(I));
  for (i = 0; i < blocks; i++) {
    I from = start[order[i]], m = start[order[i] + 1] - from;
    memcpy(rows + at * stride, copy + from * stride, m * stride * sizeof(I));
    arrange(S, rows + at * stride, m, stride, depth + 1, parts, flags, by);
    at += m;
  }
}
static void arrange_ways(State *S, I *rows, I n, I stride, int shift, int parts, u32 flags, I by) {
  if (n < 2 || !flags) return;
  int alike = 0, zone = -1, one_set = 1;
  u8 *seen = (u8 *)room(E, 2 * (NC / 8 + 1)), *there = seen + NC;
  memset(seen, 0, 2 * NC);
  for (I i = 0; i < n; i++) for (int p = 0; p < parts; p++) {
    if (!(flags >> p & 1)) continue;
    I item = rows[i * stride + shift + p];
    if (item == NONE || there[item]) continue;
    there[item] = 1; alike |= seen[LOOKS[item]]; seen[LOOKS[item]] = 1;
    if (zone < 0) zone = S->loc[item];
    one_set &= zone == S->loc[item] && ORD[zone] == SET;
  }
  if (!alike || (one_set && !HAS_FIELDS && !HAS_ATTACHED)) return;
  int hard = HAS_ATTACHED;
  if (COPIES_DIFFER) for (int i = 0; i < NC; i++) hard |= there[i] && ORD[S->loc[i]] == SET;
  if (hard) E->hard = 1;
  else arrange(S, rows + shift, n, stride, 0, parts, flags, by);
}
static void offer(State *S, int q, I by) {
  I n = E->options, stride = E->stride, *top = E->top;
  if (n < 2 || !OFFERED[q].copies) return;
  E->hard = 0;
  if (QUESTIONS[q].kind != K_MENU) arrange_ways(S, E->opt, n, stride, 0, OFFERED[q].parts[0], OFFERED[q].flags[0], by);
  else for (I i = 0, j; i < n; i = j) {
    I entry = E->opt[i * stride];
    for (j = i; j < n && E->opt[j * stride] == entry; j++);
    arrange_ways(S, E->opt + i * stride, j - i, stride, 1, OFFERED[q].parts[entry], OFFERED[q].flags[entry], by);
  }
  E->top = top;
  if (E->hard && (!E->arrange || E->arrange(S, q, by))) bail(B_ORDER);
}

/* ---------------------------------------------------------------- asking */
static void leave_question(State *S, int q, I by) {
  S->pk = QUESTIONS[q].kind; S->pq = q; S->pn = E->options; S->pwho = by; S->plow = E->low; S->phigh = E->high;
  S->serial = ++E->serial;
}
/* -1: there is nothing to choose; 0: the only option is taken; 1: a decision is waited for. */
static int ask(State *S, I *F, int q, I by) {
  LISTS[q](S, F);
  if (!E->options) return -1;
  I only = forced(S, q);
  if (only >= 0 && S->autom && QUESTIONS[q].kind != K_MAY && is_taken(S, q)) {
    if (E->listening && QUESTIONS[q].kind != K_MENU) chosen(S, q, by, 0);
    TAKES[q](S, F, by, E->opt, counting(S, only), only);
    return 0;
  }
  if (by == NONE) bail(B_NOBODY);
  offer(S, q, by);
  leave_question(S, q, by);
  return 1;
}
/* A secret round: each is asked as if alone, with `you` for that player. */
static void list_for(State *S, I *F, int q, I player) {
  I you = F[YOU];
  F[YOU] = player; LISTS[q](S, F); F[YOU] = you;
}
static void ask_secretly(State *S, I *F, int q, I player) {
  I *top = E->top;
  SOME(player);
  list_for(S, F, q, player);
  I only = E->options ? forced(S, q) : -1;
  if (only >= 0 && S->autom && is_taken(S, q)) TAKES[q](S, F, player, E->opt, counting(S, only), only);
  else if (E->options) { if (S->waiting >= NP) bail(B_ROOM); S->waits[S->waiting++] = (i16)player; }
  E->top = top;
}
static int ask_next(State *S, I *F, int q) {
  if (!S->waiting) return 0;
  I left = S->left;
  list_for(S, F, q, S->waits[0]); /* paid for already */
  S->left = left;
  offer(S, q, S->waits[0]);
  leave_question(S, q, S->waits[0]);
  return 1;
}
static int asked_nature(State *S, I *F) { S->pwho = NONE; S->pq = -1; return PENDING; }
static int pick_several(State *S, I *head, I *data, I cap, I *items, I n, I amount) {
  I m = 0, *left = room(E, n), twice = 0;
  SOME(*head);
  for (I i = 0; i < n; i++) if (find(data, *head, items[i]) < 0) { twice |= find(left, m, items[i]) >= 0; left[m++] = items[i]; }
  if (amount > *head) pay(S, 100 * (amount - *head));
  while (m && *head < amount) {
    I k = chance(S, m, 2, left);
    if (k < 0) return 1;
    if (*head >= cap) bail(B_ROOM);
    I x = left[k];
    data[(*head)++] = x; m--; memmove(left + k, left + k + 1, (m - k) * sizeof(I));
    if (twice) { I w = 0; pay(S, m); for (I i = 0; i < m; i++) if (left[i] != x) left[w++] = left[i]; m = w; }
  }
  return 0;
}

/* ---------------------------------------------------------------- running */
static int run_top(State *S) {
  I body = S->st[S->fp + BODY];
  if (body < NBODIES) return BODIES[body](S);
  E->top = E->base;
  if (body == CORE_BODY) core_step(S); else begin_play(S);
  return ONWARD;
}
static int run(State *S) {
  I floor = S->left - 50000000;
  S->floor = floor < 0 ? 0 : floor;
  for (;;) {
    i32 fp = S->fp;
    if (fp < 0) { if (!S->over) { E->top = E->base; E->site = RANK_SITE; rank(S); } return ENDED; }
    if (UNLIKELY(S->left <= S->floor)) bail(B_STEPS);
    I body = S->st[fp + BODY];
    int found = body < NBODIES ? BODIES[body](S) : run_top(S);
    if (found) return found;
  }
}
/* What would be: a copy without rules under way, that nobody hears of. */
static State *imagine(State *S) {
  if (E->depth >= 8) bail(B_DEEP);
  if (!E->scratch[E->depth]) { E->scratch[E->depth] = malloc(sizeof(State)); if (!E->scratch[E->depth]) bail(B_ROOM); }
  State *W = E->scratch[E->depth++];
  memcpy(W, S, offsetof(State, st));
  W->fp = -1; W->sp = 0; W->height = 0; W->blocks = 0; W->pk = K_NOTHING;
  pay(W, (NC_REAL + NT + NZ) / 4);
  return W;
}
static void run_imagined(State *S) {
  I *base = E->base;
  E->base = E->top;
  while (S->fp >= 0) {
    if (S->left <= S->floor) bail(B_STEPS);
    if (run_top(S) == PENDING) bail(B_ASKED);
  }
  E->base = base;
}
static void relist(State *S) {
  if (S->serial == E->serial || S->pk == K_NOTHING || S->pk == K_CHANCE) return;
  I left = S->left, *F = S->st + S->fp;
  list_for(S, F, S->pq, QUESTIONS[S->pq].secret ? S->pwho : F[YOU]);
  offer(S, S->pq, S->pwho);
  S->left = left; E->serial++; S->serial = E->serial;
}
/* An answer: an index, or for several things so many of them. */
static int give(State *S, const I *a, I n) {
  I *F = S->st + S->fp;
  int q = S->pq;
  E->top = E->base;
  if (S->pk == K_CHANCE) { S->fate = (i32)a[0]; S->pk = K_NOTHING; return run(S); }
  relist(S);
  if (E->asked) E->asked[q]++;
  I *sorted = room(E, n + 1);
  memcpy(sorted, a, n * sizeof(I));
  if (S->pk == K_SEVERAL) {
    if (!QUESTIONS[q].ordered) sort_numbers(sorted, n);
    if (!QUESTIONS[q].secret) S->left -= 100 * n;
  }
  for (I i = 0; i < n; i++) if (a[i] < 0 || a[i] >= E->options) bail(B_OPTIONS);
  if (E->listening && !QUESTIONS[q].secret) chosen(S, q, S->pwho, E->opt[S->pk == K_MENU ? a[0] * E->stride : 0]);
  TAKES[q](S, F, S->pwho, E->opt + (S->pk == K_SEVERAL ? 0 : a[0] * E->stride), sorted, n);
  if (QUESTIONS[q].secret) {
    int w = 0;
    for (int i = 0; i < S->waiting; i++) if (S->waits[i] != S->pwho) S->waits[w++] = S->waits[i];
    S->waiting = w;
    if (ask_next(S, F, q)) return PENDING;
    F[PC] = QUESTIONS[q].pc + 1;
  }
  S->pk = K_NOTHING;
  return run(S);
}
static void begin(State *S, Engine *engine, u64 seed, int nature, int autom) {
  memset(S, 0, offsetof(State, st));
  S->engine = engine; S->left = 1000000000; S->floor = S->left - 50000000;
  S->fp = -1; S->fate = -1; S->active = S->answer[0] = NONE; S->rng = seed_state(seed); S->nature = nature; S->autom = autom;
  for (int i = 0; i < NC_REAL; i++) { S->loc[i] = NZ - 1; S->known[i] = EVERYONE; S->zl[ZOFF[NZ - 1] + i] = i; }
  S->zn[NZ - 1] = NC_REAL;
  start_grids(S);
  start_tracks(S);
  push(S, BEGIN_BODY, 0, NONE);
  call_setup(S);
}
/* Begins a game and plays up to its first question. Where no chance comes before that, all games are the same there. */
static int start(State *S, Engine *engine, u64 seed, int nature, int autom) {
  I way = 1 + 4 * (nature != 0) + autom;
  int unheard = !engine->listening && !engine->begun && !engine->changed && !engine->asked;
  if (unheard && engine->opened == way) {
    State *first = engine->opening;
    memcpy(S, first, offsetof(State, st) + first->sp * sizeof(I));
    S->engine = engine; S->rng = seed_state(seed); S->serial = 0; /* its options are not listed yet */
    return PENDING;
  }
  begin(S, engine, seed, nature, autom);
  int found = run(S);
  if (unheard && found == PENDING && S->pk != K_CHANCE && S->rng == seed_state(seed)) {
    engine->opened = way;
    memcpy(engine->opening, S, offsetof(State, st) + S->sp * sizeof(I));
  }
  return found;
}

/* ---------------------------------------------------------------- what callers use; a negative answer is a way out */
#ifdef __TINYC__
#define API
#else
#define API __attribute__((visibility("default")))
#endif
#define GUARD(state, engine) do { (state)->engine = (engine); Engine *g = (engine); \
  g->top = g->base = g->arena; g->depth = 0; g->deep = 0; g->imagined = 0; if (setjmp(g->out)) return -g->err; } while (0)

API I rl_size(void) { return sizeof(State); }
API I rl_fixed(void) { return offsetof(State, st); }
API I rl_engine_size(void) { return sizeof(Engine); }
API int rl_start(State *S, Engine *engine, u64 seed, int nature, int autom) {
  S->engine = engine; GUARD(S, engine);
  begin(S, engine, seed, nature, autom);
  return run(S);
}
API int rl_answer(State *S, Engine *engine, const I *a, I n) { GUARD(S, engine); return give(S, a, n); }
/* The same for who goes on at once: what is asked then, in one number. From the lowest bit: the kind of question, whether
 * one index answers it, whether there are notes, the options, the question and how far the stack reaches. */
static I in_short(State *S) {
  I simple = S->pk && S->pk != K_SEVERAL && (S->pk == K_CHANCE || !QUESTIONS[S->pq].secret);
  return S->pk | simple << 3 | (I)(E->noted > 0) << 4 | (S->pk ? S->pn : 0) << 5 | (I)(S->pk ? S->pq + 1 : 0) << 22 | (I)S->sp << 36;
}
API I rl_begin(State *S, Engine *engine, u64 seed, int nature, int autom) {
  S->engine = engine; GUARD(S, engine);
  engine->noted = 0;
  start(S, engine, seed, nature, autom);
  return in_short(S);
}
API I rl_step(State *S, Engine *engine, I answer) { GUARD(S, engine); engine->noted = 0; give(S, &answer, 1); return in_short(S); }
API I rl_step_with(State *S, Engine *engine, const I *a, I n) {
  GUARD(S, engine);
  engine->noted = 0;
  give(S, a, n);
  return in_short(S);
}
API int rl_options(State *S, Engine *engine) { GUARD(S, engine); relist(S); return 0; }
API void rl_copy(State *to, const State *from) { memcpy(to, from, offsetof(State, st) + from->sp * sizeof(I)); }
/* A value that anybody may ask about: score, payoff, divisor, the first of the ranking. */
API int rl_look(State *S, Engine *engine, int what, int player, I *found) {
  I left = S->left, floor = S->floor;
  S->engine = engine; engine->top = engine->base = engine->arena; engine->depth = 0; engine->deep = 0; engine->imagined = 1;
  if (setjmp(engine->out)) { S->left = left; S->floor = floor; return -engine->err; }
  S->left = 5000000; S->floor = 0;
  *found = look(S, what, player);
  S->left = left; S->floor = floor;
  return *found == NONE ? -B_NONE : 0;
}
/* Random answers (interpreter/bots/dice.py), from dice of each seat or one pair of them for all; at most so many. Answers
 * how many were given. */
static I random_answer(State *S, u64 *dice, I *a) {
  if (S->pk != K_SEVERAL) { a[0] = dice_below(dice, S->pn); return 1; }
  I amount = S->plow + dice_below(dice, S->phigh - S->plow + 1), m = S->pn, *left = E->arena;
  if (E->end - E->arena < m) bail(B_ROOM);
  for (I i = 0; i < m; i++) left[i] = i;
  for (I i = 0; i < amount; i++) { I k = dice_below(dice, m); a[i] = left[k]; m--; memmove(left + k, left + k + 1, (m - k) * sizeof(I)); }
  return amount;
}
API I rl_random(State *S, Engine *engine, u64 *dice, int each_seat, I most, I *answer) {
  I done = 0;
  GUARD(S, engine);
  while (done < most && S->pk) {
    E->top = E->base;
    I n = random_answer(S, S->pwho == NONE || !each_seat ? dice : dice + S->pwho, answer);
    give(S, answer, n);
    done++;
  }
  return done;
}
API I rl_play(State *S, Engine *engine, u64 seed, int autom, u64 *dice, I most, I *answer) {
  { GUARD(S, engine); start(S, engine, seed, 0, autom); }
  return rl_random(S, engine, dice, 1, most, answer);
}
/* Whole games of seeds that follow each other, each seat's dice made of the seed: as many as that, without coming back. */
API I rl_play_many(State *S, Engine *engine, u64 first, I games, int autom, I most, I *answer) {
  u64 dice[NP];
  I done = 0;
  for (I game = 0; game < games; game++) {
    u64 seed = first + (u64)game;
    for (int p = 0; p < NP; p++) dice[p] = seed * 1000003 + (u64)p;
    I found = rl_play(S, engine, seed, autom, dice, most, answer);
    if (found < 0) return found;
    done += found;
  }
  return done;
}
/* All that can follow: leaves and nodes below a state, each answer in turn. */
static u64 tree(State *S, State **below, int depth, int most, u64 *nodes) {
  ++*nodes;
  if (!S->pk) return 1;
  if (S->pk == K_SEVERAL || depth >= most) bail(B_ASKED);
  u64 leaves = 0;
  I n = S->pn;
  for (I i = 0; i < n; i++) { rl_copy(below[depth], S); give(below[depth], &i, 1); E->serial++; leaves += tree(below[depth], below, depth + 1, most, nodes); }
  return leaves;
}
API int rl_tree(State *S, Engine *engine, State **below, int most, u64 *nodes, u64 *leaves) {
  GUARD(S, engine);
  *leaves = tree(S, below, 0, most, nodes);
  return 0;
}
