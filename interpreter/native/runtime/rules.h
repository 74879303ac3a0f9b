/* Rules under way: frames, turns and rounds, abilities. interpreter/python/calls.py, hooks.py, turns.py.
 *
 * A frame is [previous, body, pc, you, cells, slots…] on the state's own stack. Two sorts of bodies stand after those of
 * the program: what follows the setup (NBODIES), and a rule with `before` and `after` around it. */
enum { PREVIOUS, BODY, PC, YOU, CELLS, SLOTS };
#define BEGIN_BODY NBODIES
#define CORE_BODY (NBODIES + 1)
enum { CORE_RULE = SLOTS, CORE_AT, CORE_PLANNED, CORE_ARGS }; /* then the arguments, the answer, the plan */

static I *push(State *S, I body, I cells, I you) {
  i32 base = S->sp;
  if (UNLIKELY(base + SLOTS + cells > STACK || S->height >= 2000)) bail(B_DEEP);
  I *F = S->st + base;
  F[PREVIOUS] = S->fp; F[BODY] = body; F[PC] = 0; F[YOU] = you; F[CELLS] = cells;
  S->fp = base; S->sp = base + SLOTS + (i32)cells; S->height++;
  return F;
}
/* A frame of the program: its slots hold nothing yet. */
static I *enter(State *S, I body, I you) {
  I n = BODY_BLANK[body], *F = push(S, body, BODY_CELLS[body], you) + SLOTS;
  for (I i = 0; i < n; i++) F[i] = NONE;
  S->left -= BODY_PRICE[body];
  if (E->begun && !E->imagined) E->begun[body]++;
  return F;
}
static void pop(State *S) { S->sp = S->fp; S->fp = (i32)S->st[S->fp + PREVIOUS]; S->height--; }

/* A list in cells: its length, or NONE, then its elements. */
static void store_list(State *S, I *cell, I cap, const I *p, I n) {
  if (UNLIKELY(n > cap)) bail(B_ROOM);
  memmove(cell + 1, p, n * sizeof(I)); cell[0] = n;
}

/* ---------------------------------------------------------------- turns and rounds */
static void begin_block(State *S, int name, int over, int leave) {
  if (S->blocks >= MOST_BLOCKS) bail(B_ROOM);
  Block *b = &S->block[S->blocks++];
  b->name = name; b->fp = S->fp; b->height = S->height; b->over = over; b->leave = leave;
}
static void end_block(State *S, int name, int all) {
  while (S->blocks) {
    Block *b = &S->block[--S->blocks];
    if (b->name != name) continue;
    I *F = S->st + b->fp;
    S->fp = b->fp; S->sp = b->fp + SLOTS + (i32)F[CELLS]; S->height = b->height;
    F[PC] = all ? b->leave : b->over;
    S->left -= BODY_PRICE[F[BODY]];
    return;
  }
  bail(B_BLOCK);
}
static void extra_turn(State *S, I player) {
  if (player == NONE) bail(B_NOBODY);
  if (S->extras >= MOST_EXTRA) bail(B_ROOM);
  S->extra[S->extras++] = (i16)player;
}
static void turns_done(State *S, I outer) {
  S->extras = 0;
  for (int i = 0; i < S->blocks; i++) if (S->block[i].name == 0) { S->active = outer; break; }
  if (HEARD) note(S, N_TURNS_OVER, 0);
}
static void game_over(State *S, u32 winners, int reason) {
  S->fp = -1; S->sp = 0; S->height = 0; S->blocks = 0; S->pk = K_NOTHING; S->over = 1; S->winners = winners; S->reason = reason;
  if (HEARD) { I *p = note(S, N_OVER, 2); p[0] = winners; p[1] = reason; }
}

/* ---------------------------------------------------------------- abilities */
static I key_of(State *S, Live l) {
  I start = S->active == NONE ? 0 : S->active, seat = l.holder == NONE ? 0 : floor_mod(l.holder - start, NP);
  return ((I)(1000000 - HOOKS[l.hook].priority) << 32) + (seat << 16) + l.hook;
}
static int live(State *S, const i32 *hooks, int n, I word, I actor, Live *out) {
  int k = 0;
  for (int h = 0; h < n; h++) {
    const Hook *hook = &HOOKS[hooks[h]];
    if (hook->cases) {
      int found = 0;
      for (int i = 0; i < hook->cases; i++) found |= HOOK_CASES[hook->first_case + i] == word;
      if (!found) continue;
    }
    if (!hook->components) { out[k].hook = hooks[h]; out[k++].holder = actor; continue; }
    for (int i = 0; i < hook->components; i++) {
      int z = S->loc[HOOK_COMPONENTS[hook->first_component + i]];
      if (z >= hook->low && z < hook->high) { out[k].hook = hooks[h]; out[k++].holder = OWNER[z] < 0 ? actor : OWNER[z]; }
    }
  }
  for (int i = 1; i < k; i++) {
    Live x = out[i]; I key = key_of(S, x); int j = i;
    while (j > 0 && key_of(S, out[j - 1]) > key) { out[j] = out[j - 1]; j--; }
    out[j] = x;
  }
  return k;
}
static int applies(State *S, int hook, I holder, const I *args, I actor); /* written for the program */
static I *enter_with(State *S, I body, const I *args, I cells, I you) {
  I *slots = enter(S, body, you);
  memcpy(slots, args, cells * sizeof(I));
  return slots;
}
static void no_answer(State *S, int rule) { S->answer[0] = RULE_NOTHING[rule]; S->answer_list = RULE_LIST[rule]; }

/* Runs the next `instead of` that applies, or else what really happens. */
static void dispatch(State *S, int rule, I body, const I *args, I you, const Live *lives, int n, int start) {
  I cells = ARG_CELLS[rule];
  for (int i = start; i < n; i++) {
    int number = (int)lives[i].hook;
    if (HOOKS[number].how == H_INSTEAD && applies(S, number, lives[i].holder, args, you)) {
      I *slots = enter_with(S, HOOKS[number].body, args, cells, lives[i].holder);
      slots[cells] = you;
      I *rest = slots + cells + 1; /* what `proceed` goes on with */
      rest[0] = rule; rest[1] = body; rest[2] = you; rest[3] = n; rest[4] = i + 1;
      memcpy(rest + 5, args, cells * sizeof(I));
      memcpy(rest + 5 + cells, lives, n * sizeof(Live));
      return;
    }
  }
  int around = 0;
  for (int i = 0; i < n; i++) around += HOOKS[lives[i].hook].how != H_INSTEAD;
  if (!around) { if (body >= 0) enter_with(S, body, args, cells, you); return; }
  I *F = push(S, CORE_BODY, 3 + cells + ANSWER_CELLS + 2 * (around + 1), you), *plan = F + CORE_ARGS + cells + ANSWER_CELLS;
  int k = 0;
  F[CORE_RULE] = rule; F[CORE_AT] = 0; F[CORE_PLANNED] = around + 1;
  memcpy(F + CORE_ARGS, args, cells * sizeof(I));
  memset(F + CORE_ARGS + cells, 0, ANSWER_CELLS * sizeof(I));
  F[CORE_ARGS + cells] = RULE_NOTHING[rule];
  for (int i = 0; i < n; i++) if (HOOKS[lives[i].hook].how == H_BEFORE) { plan[k++] = lives[i].hook; plan[k++] = lives[i].holder; }
  plan[k++] = -1; plan[k++] = body;
  for (int i = 0; i < n; i++) if (HOOKS[lives[i].hook].how == H_AFTER) { plan[k++] = lives[i].hook; plan[k++] = lives[i].holder; }
}
static void core_step(State *S) {
  I *F = S->st + S->fp;
  int rule = (int)F[CORE_RULE];
  I cells = ARG_CELLS[rule], at = F[CORE_AT], *kept = F + CORE_ARGS + cells, *plan = kept + ANSWER_CELLS;
  if (at && plan[2 * at - 2] == -1) memcpy(kept, S->answer, ANSWER_CELLS * sizeof(I));
  if (at >= F[CORE_PLANNED]) {
    memcpy(S->answer, kept, ANSWER_CELLS * sizeof(I)); S->answer_list = RULE_LIST[rule]; pop(S);
    return;
  }
  F[CORE_AT] = at + 1;
  I hook = plan[2 * at], holder = plan[2 * at + 1];
  if (hook == -1) {
    memcpy(S->answer, kept, ANSWER_CELLS * sizeof(I)); S->answer_list = RULE_LIST[rule];
    if (holder >= 0) enter_with(S, holder, F + CORE_ARGS, cells, F[YOU]);
  } else if (applies(S, (int)hook, holder, F + CORE_ARGS, F[YOU])) {
    I *slots = enter_with(S, HOOKS[hook].body, F + CORE_ARGS, cells, holder);
    slots[cells] = F[YOU];
  }
}
static void proceed(State *S, const I *rest) {
  I cells = ARG_CELLS[rest[0]], *copy = room(E, 5 + cells + 2 * rest[3]);
  memcpy(copy, rest, (5 + cells + 2 * rest[3]) * sizeof(I));
  dispatch(S, (int)copy[0], copy[1], copy + 5, copy[2], (const Live *)(copy + 5 + cells), (int)copy[3], (int)copy[4]);
}
/* A call of a rule that has abilities around it. */
static void call_hooked(State *S, int rule, I word, I body, const I *args, I you, const i32 *hooks, int n) {
  Live *lives = (Live *)room(E, 2 * MOST_LIVE);
  int k = live(S, hooks, n, word, you, lives);
  if (k) dispatch(S, rule, body, args, you, lives, k, 0);
  else if (body >= 0) enter_with(S, body, args, ARG_CELLS[rule], you);
}
/* `whenever`: pushed so that the first of them is on top. */
static void trigger(State *S, const i32 *hooks, int n, const I *args, I cells, I actor) {
  Live *lives = (Live *)room(E, 2 * MOST_LIVE);
  for (int i = live(S, hooks, n, NONE, actor, lives) - 1; i >= 0; i--)
    if (applies(S, (int)lives[i].hook, lives[i].holder, args, actor)) {
      I *slots = enter_with(S, HOOKS[lives[i].hook].body, args, cells, lives[i].holder);
      slots[cells] = actor;
    }
}
static void entered(State *S, const i32 *hooks, int n, const I *items, I count, I zone, I actor) {
  for (I i = count - 1; i >= 0; i--) {
    I args[3] = { items[i], ZONE_OWNER[2 * zone], ZONE_OWNER[2 * zone + 1] };
    trigger(S, hooks, n, args, 1 + ZONE_OWNERS[zone], actor);
  }
}
/* A list that a value gives back: moved down to where the value began, so that nothing lies between. It is found where
 * `E->found` says; the answer is how long it is. */
static I given(State *S, I *mark, const I *p, I n) {
  Engine *engine = E;
  if (p == mark) { engine->top = mark + n; engine->found = mark; return n; }
  if (p + n <= mark || p >= engine->top) { engine->top = mark; mark = room(engine, n); }
  else engine->top = mark + n;
  memmove(mark, p, n * sizeof(I));
  engine->found = mark;
  return n;
}
