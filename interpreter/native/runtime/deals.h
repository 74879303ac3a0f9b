/* Deals: what a seat cannot know is dealt anew. interpreter/knowledge/deals.py, renaming.py, redrawing.py.
 *
 * In: a state, a seed, and a plan (interpreter/native/dealing.py) that was made once for the question: which components
 * are hidden, the cells that speak of them, and what else is drawn. Out: the same state with all that exchanged, at the
 * same question. The draws are those of the reference, one by one. */
enum { P_PLAYER, P_PC, P_SECRET, P_LOW, P_HIGH, P_OPTIONS, P_STRIDE, P_HEAPS, P_ZONES, P_TRACKS, P_STACK, P_FIELDS, P_DRAWS,
       P_GIVEN, P_WAITING, P_FIRST };
#define DEALS 32

static int is_waiting(State *S, I player) { for (int i = 0; i < S->waiting; i++) if (S->waits[i] == player) return 1; return 0; }
static I drawn(u64 *rng, I n) { *rng = advance(*rng); return below(*rng, n); }
static void deal_cards(State *S, const State *R, const I **plan, I heaps, i16 *to, u64 *rng) {
  const I *p = *plan;
  for (int i = 0; i < NC; i++) to[i] = (i16)i;
  for (I h = 0; h < heaps; h++) { /* a heap: how many, where they lie in an order that the player can know, sorted */
    I n = *p++, *mixed = room(E, n);
    const I *hidden = p, *sorted = p + n;
    memcpy(mixed, sorted, n * sizeof(I));
    for (I last = n - 1; last > 0; last--) { I k = drawn(rng, last + 1), x = mixed[last]; mixed[last] = mixed[k]; mixed[k] = x; }
    for (I i = 0; i < n; i++) {
      I old = hidden[i], now = mixed[i];
      to[old] = (i16)now; S->loc[now] = R->loc[old]; S->known[now] = R->known[old]; S->at[now] = R->at[old];
    }
    p += 2 * n;
  }
  *plan = p;
}
static void deal_zone(State *S, int z, const i16 *to) {
  i16 *a = S->zl + ZOFF[z];
  int n = S->zn[z];
  if (ORD[z] == GRID) { const i16 *taken = TAKEN(z); for (int i = 0; i < n; i++) a[taken[i]] = to[a[taken[i]]]; }
  else for (int i = 0; i < n; i++) if (a[i] >= 0) a[i] = to[a[i]];
  if (ORD[z] == SET) sort_cards(a, n);
  else if (ORD[z] != GRID && S->bag_high[z]) sort_cards(a + S->bag_low[z], S->bag_high[z] - S->bag_low[z]);
}
/* The changing fields of hidden components go round among them: cells of each, and the rows that they hold, sorted. */
static void deal_fields(State *S, const I **plan, u64 *rng) {
  const I *p = *plan;
  I n = *p++, width = *p++, *order = room(E, n);
  const I *cells = p, *rows = p + n * width;
  for (I i = 0; i < n; i++) order[i] = i;
  for (I i = 0; i < n; i++) {
    I k = drawn(rng, n - i), row = order[k];
    memmove(order + k, order + k + 1, (n - i - 1 - k) * sizeof(I));
    for (I w = 0; w < width; w++) S->t[cells[i * width + w]] = rows[row * width + w];
  }
  *plan = p + 2 * n * width;
}
/* What is drawn, by its first cell: a number or a word (none or not, or always none), or an answer that was given. */
enum { D_PLAIN, D_OPTIONAL, D_NOTHING, D_WAY, D_LIST, D_ROUND };

/* A number or a word: from, how many; then the cells that hold it. Below 0: of the stack. */
static void deal_value(State *S, const I **plan, u64 *rng) {
  const I *p = *plan;
  I how = *p++, low = *p++, count = *p++, cells = *p++;
  I value = NONE; /* nobody will read it */
  if (how != D_NOTHING && !(how == D_OPTIONAL && drawn(rng, count + 1) == count)) value = low + drawn(rng, count);
  for (I i = 0; i < cells; i++) if (p[i] < 0) S->st[-1 - p[i]] = value; else S->t[p[i]] = value;
  *plan = p + cells;
}
/* What the decision that was made in a frame would offer now: a copy is asked again there, and its options are listed. 0 if
 * it is not asked there any more. */
static State *asked_again(State *S, I fp, I height, I pc, I you, I nature, I emptied) {
  if (!E->scratch[0]) { E->scratch[0] = malloc(sizeof(State)); if (!E->scratch[0]) bail(B_ROOM); }
  State *W = E->scratch[0];
  I *F = W->st + fp;
  rl_copy(W, S);
  W->fp = (i32)fp; W->sp = (i32)(fp + SLOTS + F[CELLS]); W->height = (i32)height; W->pk = K_NOTHING; W->waiting = 0;
  W->autom = ASK; W->nature = (i32)nature; W->fate = -1;
  F[PC] = pc;
  if (you != NONE) F[YOU] = you;
  if (emptied) W->st[emptied] = 0;
  E->top = E->base; E->depth = 1;
  int asked = BODIES[F[BODY]](W) == PENDING && W->fp == fp && F[PC] == pc && (W->pk == K_CHANCE) == nature;
  E->depth = 0;
  return asked ? W : 0;
}
static int is_way(const I *row, const I *old, I width) { return !memcmp(row, old, width * sizeof(I)); }
/* One way of a decision that filled so many slots, among those that fit what is known of it; then the slots that are drawn:
 * which of them, and the cells that hold it. A component that could not be chosen any more has gone on, and stays: that it
 * was this one is seen by then. What else was chosen, and could not be any more, is left to the reference. */
static void deal_way(State *S, const I **plan, u64 *rng) {
  const I *p = *plan;
  I fp = *p++, height = *p++, pc = *p++, you = *p++, nature = *p++, entry = *p++, cards = *p++, width = *p++, slots = *p++;
  const I *held = p, *drawn_ones = p + width, *one = drawn_ones;
  State *W = asked_again(S, fp, height, pc, you, nature, 0);
  I stride = E->stride, first = entry != NONE, *old = room(E, width), n = 0, there = 0;
  for (I k = 0; k < width; k++) old[k] = S->st[held[k]];
  u8 *fixed = (u8 *)room(E, width / 8 + 1);
  memset(fixed, 1, width);
  for (I i = 0; i < slots; i++) { fixed[one[0]] = 0; one += 2 + one[1]; }
  *plan = one;
  if (!W) { if (cards != 2) bail(B_ASKED); return; }
  I *fitting = room(E, E->options);
  for (int strict = 1; strict >= 0 && !n; strict--) /* where nothing fits, any way will do */
    for (I i = 0; i < E->options; i++) {
      const I *row = E->opt + i * stride;
      I fits = !first || row[0] == entry;
      for (I k = 0; fits && strict && k < width; k++) fits = !fixed[k] || row[first + k] == old[k];
      if (fits) { fitting[n++] = i; there |= is_way(row + first, old, width); }
    }
  if (cards && !there && width == 1 && !first) return;
  if (!n || (cards && !there)) bail(B_ASKED);
  const I *way = E->opt + fitting[drawn(rng, n)] * stride + first;
  for (one = drawn_ones; slots; slots--) { I value = way[*one++]; for (I cells = *one++; cells; cells--) S->st[*one++] = value; }
}
/* So many of these, in their own order or in any. */
static void deal_some(State *S, const I *from, I many, I *data, I amount, I ordered, u64 *rng) {
  if (amount > many) bail(B_ASKED); /* some would be left out */
  I *left = room(E, many), *taken = room(E, amount);
  for (I i = 0; i < many; i++) left[i] = i;
  for (I i = 0; i < amount; i++, many--) {
    I k = drawn(rng, many);
    taken[i] = left[k];
    memmove(left + k, left + k + 1, (many - 1 - k) * sizeof(I));
  }
  if (!ordered) sort_numbers(taken, amount);
  for (I i = 0; i < amount; i++) data[i] = from[taken[i]];
}
static int are_there(const I *items, I n, const I *from, I many) {
  for (I i = 0; i < n; i++) if (find(from, many, items[i]) < 0) return 0;
  return 1;
}
/* Several things that were chosen or picked. */
static void deal_list(State *S, const I **plan, u64 *rng) {
  const I *p = *plan;
  I fp = *p++, height = *p++, pc = *p++, you = *p++, nature = *p++, cards = *p++, ordered = *p++, head = *p++, cell = *p++;
  *plan = p;
  I n = S->st[head], *data = S->st + cell;
  if (!asked_again(S, fp, height, pc, you, nature, nature ? head : 0)) { if (!cards) bail(B_ASKED); return; }
  if (E->stride != 1) bail(B_ASKED);
  if (cards && !are_there(data, n, E->opt, E->options)) return;
  deal_some(S, E->opt, E->options, data, n, ordered, rng);
}
/* The answers of others in a secret round that is over: a part for each player. */
static void deal_round(State *S, const I **plan, u64 *rng) {
  const I *p = *plan;
  I fp = *p++, height = *p++, pc = *p++, player = *p++, cards = *p++, lists = *p++, each = *p++, first = *p++;
  *plan = p;
  State *W = asked_again(S, fp, height, pc, NONE, 0, 0);
  if (!W) { if (!cards) bail(B_ASKED); return; }
  I q = W->pq;
  for (I who = 0; who < NP; who++) {
    I *mine = S->st + first + who * each, n = lists ? mine[0] : 1;
    if (who == player || mine[0] == NONE || !is_waiting(W, who)) continue;
    I *top = E->top;
    W->pwho = who;
    list_for(W, W->st + fp, (int)q, who);
    offer(W, (int)q, who);
    if (E->stride != 1) bail(B_ASKED);
    if (!cards || are_there(mine + lists, n, E->opt, E->options)) deal_some(S, E->opt, E->options, mine + lists, n, 0, rng);
    E->top = top;
  }
}
static void deal_hidden(State *S, const I **plan, u64 *rng) {
  switch (**plan) {
    case D_WAY: ++*plan; deal_way(S, plan, rng); break;
    case D_LIST: ++*plan; deal_list(S, plan, rng); break;
    case D_ROUND: ++*plan; deal_round(S, plan, rng); break;
    default: deal_value(S, plan, rng);
  }
}
static I by_chance(State *S, I *a) {
  if (S->pk != K_SEVERAL) { S->rng = advance(S->rng); a[0] = below(S->rng, E->options); return 1; }
  S->rng = advance(S->rng);
  I amount = E->low + below(S->rng, E->high - E->low + 1), m = E->options, *left = room(E, m + 1);
  for (I i = 0; i < m; i++) left[i] = i;
  for (I i = 0; i < amount; i++) {
    S->rng = advance(S->rng);
    I k = below(S->rng, m);
    a[i] = left[k]; m--; memmove(left + k, left + k + 1, (m - k) * sizeof(I));
  }
  return amount;
}
static void ask_for(State *S, I player) { S->pwho = player; S->serial = 0; E->top = E->base; relist(S); }
static int same_question(State *S, const State *R, const I *plan, const I *waiting, const I *rows) {
  if (S->pk != R->pk || S->pq != R->pq) return 0;
  if (plan[P_SECRET]) {
    if (S->waiting != plan[P_WAITING]) return 0;
    for (I i = 0; i < plan[P_WAITING]; i++) if (!is_waiting(S, waiting[i])) return 0;
    I first = S->waits[0];
    ask_for(S, plan[P_PLAYER]);
    int same = E->options == plan[P_OPTIONS] && !memcmp(E->opt, rows, E->options * E->stride * sizeof(I));
    if (S->pk == K_SEVERAL) same = same && E->low == plan[P_LOW] && E->high == plan[P_HIGH];
    ask_for(S, first);
    S->pn = E->options; S->plow = E->low; S->phigh = E->high;
    return same;
  }
  if (S->pwho != R->pwho) return 0;
  if (S->pwho != plan[P_PLAYER]) return 1;
  if (S->pk == K_SEVERAL && (S->plow != plan[P_LOW] || S->phigh != plan[P_HIGH])) return 0;
  return S->pn == plan[P_OPTIONS] && (S->pk == K_MAY || !memcmp(E->opt, rows, S->pn * plan[P_STRIDE] * sizeof(I)));
}
/* One deal; whether it leads to the question that is asked. */
static int deal_once(State *S, const State *R, const I *plan, i16 *to, u64 *rng, I *answer) {
  const I *p = plan + P_FIRST;
  Engine *engine = S->engine;
  rl_copy(S, R);
  S->engine = engine;
  E->top = E->base + (NC + 3) / 4;
  deal_cards(S, R, &p, plan[P_HEAPS], to, rng);
  *rng = advance(*rng);
  for (I i = 0; i < plan[P_ZONES]; i++) deal_zone(S, (int)*p++, to);
  for (I i = 0; i < plan[P_TRACKS]; i++) { I *cell = S->t + *p++; *cell = to[*cell]; }
  for (I i = 0; i < plan[P_STACK]; i++) { I *cell = S->st + *p++; *cell = to[*cell]; }
  u64 own = *rng;
  for (I i = 0; i < plan[P_FIELDS]; i++) deal_fields(S, &p, &own);
  for (I i = 0; i < plan[P_DRAWS]; i++) deal_hidden(S, &p, &own);
  S->rng = advance(own);
  S->answer[0] = NONE; S->answer_list = 0;
  const I *given = p, *waiting = p + plan[P_GIVEN];
  i32 autom = S->autom;
  S->autom = ASK; S->pk = K_NOTHING; S->waiting = 0;
  S->st[S->fp + PC] = plan[P_PC];
  run(S);
  for (I i = 0; i < plan[P_GIVEN]; i++) if (is_waiting(S, given[i])) { ask_for(S, given[i]); give(S, answer, by_chance(S, answer)); }
  S->autom = autom;
  return same_question(S, R, plan, waiting, waiting + plan[P_WAITING]);
}
/* 0: dealt; 1: chance found no deal that fits. A deal that the rules cannot ask in is one that does not fit. */
API int rl_deal(State *S, const State *R, Engine *engine, const I *plan, u64 seed, I *answer) {
  volatile u64 rng = seed_state(seed);
  for (volatile int i = 0; i < DEALS; i++) {
    u64 now = rng;
    S->engine = engine; engine->top = engine->base = engine->arena; engine->depth = 0; engine->deep = 0; engine->imagined = 1;
    if (setjmp(engine->out)) return -engine->err;
    int fits = deal_once(S, R, plan, (i16 *)engine->arena, &now, answer);
    engine->imagined = 0;
    if (fits) return 0;
    rng = now;
  }
  return 1;
}
/* The same of each player: scores, payoffs, what the ranking compares. */
API int rl_looks(State *S, Engine *engine, int what, I *found) {
  for (int player = 0; player < NP; player++) { int code = rl_look(S, engine, what, player, found + player); if (code < 0) return code; }
  return 0;
}
