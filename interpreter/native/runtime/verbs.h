/* The verbs that change a state: interpreter/python/primitives.py, without events.
 *
 * In: a state whose layout was written before this file (NP players, NC components, NZ zones with the box last; ORD,
 * SEES, TOP, OWNER, ZOFF for each zone). Out: the changed state, with what each player knows. */
#define pay(state, steps) do { (state)->left -= (steps); if (UNLIKELY((state)->left < (state)->floor)) bail(B_STEPS); } while (0)

static I chance(State *S, I n, int what, const I *outcomes) {
  if (n == 1) return 0;
  if (UNLIKELY(S->fate >= 0)) { I fate = S->fate; S->fate = -1; return fate; }
  if (UNLIKELY(S->nature)) {
    S->pk = K_CHANCE; S->pn = n; S->pwhat = what; S->serial = ++E->serial;
    E->options = n; E->stride = 1;
    if (n > MOST) bail(B_OPTIONS);
    memmove(E->opt, outcomes, n * sizeof(I));
    return -1;
  }
  S->rng = advance(S->rng);
  return below(S->rng, n);
}

/* ---------------------------------------------------------------- zones: arrays of components, sets in order */
/* Of a grid: the places that are taken, in order, so that nobody looks at all the others; `zn` is how many. */
#define TAKEN(z) (S->zl + ZOFF[z] + ZCAP[z])
static void occupy(State *S, int z, int place) {
  i16 *taken = TAKEN(z);
  int n = S->zn[z]++;
  while (n > 0 && taken[n - 1] > place) { taken[n] = taken[n - 1]; n--; }
  taken[n] = (i16)place;
}
static void vacate(State *S, int z, int place) {
  i16 *taken = TAKEN(z);
  int n = --S->zn[z], i = n;
  i16 last = taken[n];
  while (last != place) { i16 x = taken[--i]; taken[i] = last; last = x; }
}
static int lies_at(State *S, int z, int item) {
  if (ORD[z] == GRID) return S->at[item];
  const i16 *a = S->zl + ZOFF[z];
  int n = S->zn[z];
  if (n && a[n - 1] == item) return n - 1;
  for (int i = 0; i < n; i++) if (a[i] == item) return i;
  bail(B_PLACE);
  return 0;
}
static void take(State *S, int item, int z) {
  i16 *a = S->zl + ZOFF[z];
  if (ORD[z] == GRID) { a[S->at[item]] = -1; vacate(S, z, S->at[item]); return; }
  int n = S->zn[z], i = lies_at(S, z, item);
  if (i < n - 1) memmove(a + i, a + i + 1, (n - 1 - i) * sizeof(i16));
  S->zn[z] = n - 1;
  if (S->bag_high[z] && i < S->bag_high[z]) {
    int low = S->bag_low[z] - (i < S->bag_low[z]), high = S->bag_high[z] - 1;
    S->bag_low[z] = low < high ? low : 0; S->bag_high[z] = low < high ? high : 0;
  }
}
static void insert(State *S, int item, int z, int at_end) {
  i16 *a = S->zl + ZOFF[z];
  int n = S->zn[z];
  S->loc[item] = z;
  if (UNLIKELY(n >= ZCAP[z])) bail(B_ROOM);
  if (ORD[z] == SET || ORD[z] == BOX) { while (n > 0 && a[n - 1] > item) { a[n] = a[n - 1]; n--; } a[n] = item; }
  else if (at_end) a[n] = item;
  else {
    memmove(a + 1, a, n * sizeof(i16)); a[0] = item;
    if (S->bag_high[z]) { S->bag_low[z]++; S->bag_high[z]++; }
  }
  S->zn[z]++;
}
static void sort_cards(i16 *a, int n) {
  for (int i = 1; i < n; i++) { i16 x = a[i]; int j = i; while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; } a[j] = x; }
}

/* ---------------------------------------------------------------- knowledge */
static void uncover(State *S, int z) {
  int n = S->zn[z];
  if (n && (!S->bag_high[z] || S->bag_high[z] < n)) S->known[S->zl[ZOFF[z] + n - 1]] = EVERYONE;
}
static void learn(State *S, int item, int source, int z, int told, int again) {
  u32 seen = SEES[z];
  if (TOP[source]) uncover(S, source);
  if (TOP[z]) {
    const i16 *a = S->zl + ZOFF[z]; int n = S->zn[z];
    if (a[n - 1] == item) { S->known[item] = EVERYONE; if (n > 1) S->known[a[n - 2]] = 0; }
    else S->known[item] = 0;
    return;
  }
  if (seen == EVERYONE || ORD[source] == BOX) { S->known[item] = seen; return; }
  if (!told && ORD[source] == SET && SEES[source] != EVERYONE) {
    u32 sighted = SEES[source] | seen; /* whoever sees neither zone cannot tell which of the cards moved */
    if (!again) { const i16 *a = S->zl + ZOFF[source]; for (int i = 0; i < S->zn[source]; i++) S->known[a[i]] &= sighted; }
    S->known[item] &= sighted;
  }
  S->known[item] |= seen;
}
/* Whether whoever knew these cards can follow them: when all that lay with them goes along. */
static int told_apart(State *S, const I *items, I n) {
  if (n == 1) { int z = S->loc[items[0]]; return ORD[z] != GRID && S->zn[z] == 1; }
  u8 goes[NC], looked[NZ];
  memset(goes, 0, NC); memset(looked, 0, NZ);
  for (I i = 0; i < n; i++) goes[items[i]] = 1;
  for (I i = 0; i < n; i++) {
    int z = S->loc[items[i]];
    if (ORD[z] == GRID) return 0;
    if (looked[z]) continue;
    looked[z] = 1;
    const i16 *a = S->zl + ZOFF[z];
    for (int k = 0; k < S->zn[z]; k++) if (!goes[a[k]]) return 0;
    if (n == S->zn[z]) return 1; /* this zone is all of them */
  }
  return 1;
}
static void move_each(State *S, const I *items, I n, int z, int at_end) {
  int told = SEES[z] != EVERYONE ? told_apart(S, items, n) : 1;
  if (n == 1) {
    int item = (int)items[0], source = S->loc[item];
    take(S, item, source); insert(S, item, z, at_end); learn(S, item, source, z, told, 0);
    if (HEARD) heard_move(S, item, source, z, -1);
    return;
  }
  u8 left[NZ]; memset(left, 0, NZ); /* the zones that others have lost sight of already */
  for (I i = 0; i < n; i++) {
    int item = (int)items[i], source = S->loc[item];
    take(S, item, source); insert(S, item, z, at_end); learn(S, item, source, z, told, left[source]);
    left[source] = 1;
    if (HEARD) heard_move(S, item, source, z, -1);
  }
}
static void move_all(State *S, const I *items, I n, I zone, int at_end) {
  int z = (int)zone;
  if (!n) return;
  int source = S->loc[items[0]], undecided = n > 1 && S->bag_high[source] && (ORD[z] == PILE || ORD[z] == LINE);
  for (I i = 0; undecided && i < n; i++) {
    if (S->loc[items[i]] != source) { undecided = 0; break; }
    int k = lies_at(S, source, (int)items[i]);
    undecided = k >= S->bag_low[source] && k < S->bag_high[source];
  }
  if (!undecided) { move_each(S, items, n, z, at_end); return; }
  if (ORD[z] == LINE || S->bag_high[z]) { /* what has no order yet gets one */
    I *left = room(E, n), *dealt = room(E, n), m = n;
    memcpy(left, items, n * sizeof(I)); sort_numbers(left, n);
    for (I k = 0; m; k++) {
      S->rng = advance(S->rng);
      I i = below(S->rng, m);
      dealt[k] = left[i]; memmove(left + i, left + i + 1, (m - 1 - i) * sizeof(I)); m--;
    }
    move_each(S, dealt, n, z, at_end);
    return;
  }
  int before = S->zn[z];
  move_each(S, items, n, z, at_end);
  int low = at_end ? before : 0;
  sort_cards(S->zl + ZOFF[z] + low, (int)n);
  S->bag_low[z] = low; S->bag_high[z] = low + (int)n;
}
static void put_on(State *S, const I *items, I n, I zone, I place) {
  int z = (int)zone;
  i16 *a = S->zl + ZOFF[z];
  for (I i = 0; i < n; i++) {
    int item = (int)items[i], source = S->loc[item];
    if (place == NONE || (a[place] >= 0 && a[place] != item)) bail(B_PLACE);
    take(S, item, source);
    a[place] = item; S->loc[item] = z; S->at[item] = (i16)place; occupy(S, z, (int)place);
    learn(S, item, source, z, 1, 0);
    if (HEARD) heard_move(S, item, source, z, place);
  }
}
static void swap_places(State *S, I left, I right) {
  if (left == NONE || right == NONE || left == right) return;
  int zones[2] = { S->loc[left], S->loc[right] };
  int places[2] = { lies_at(S, zones[0], (int)left), lies_at(S, zones[1], (int)right) };
  int items[2] = { (int)right, (int)left };
  for (int i = 0; i < 2; i++) {
    S->zl[ZOFF[zones[i]] + places[i]] = items[i]; S->loc[items[i]] = zones[i];
    if (ORD[zones[i]] == GRID) S->at[items[i]] = places[i];
  }
  for (int i = 0; i < 2; i++) if (ORD[zones[i]] == SET || ORD[zones[i]] == BOX) sort_cards(S->zl + ZOFF[zones[i]], S->zn[zones[i]]);
  for (int i = 0; i < 2; i++) {
    int item = items[1 - i], z = zones[1 - i];
    if (zones[0] != zones[1]) learn(S, item, zones[i], z, 0, 0);
    if (HEARD) heard_move(S, item, zones[i], z, ORD[z] == GRID ? places[1 - i] : -1);
  }
}
static void reveal(State *S, const I *items, I n, I player) {
  u32 mask = player == NONE ? EVERYONE : 1u << player;
  if (HEARD && n) {
    I *p = note(S, N_REVEAL, 1 + 3 * n);
    p[0] = mask;
    for (I i = 0; i < n; i++) { p[1 + i] = items[i]; p[1 + n + i] = S->known[items[i]]; p[1 + 2 * n + i] = S->loc[items[i]]; }
  }
  for (I i = 0; i < n; i++) S->known[items[i]] |= mask;
}
static void cover(State *S, const I *items, I n) {
  for (I i = 0; i < n; i++) { int z = S->loc[items[i]]; S->known[items[i]] = SEES[z]; if (TOP[z]) uncover(S, z); }
}
static void shuffle(State *S, I z) {
  i16 *a = S->zl + ZOFF[z]; int n = S->zn[z];
  if (ORD[z] == GRID) bail(B_PLACE);
  sort_cards(a, n);
  S->bag_low[z] = 0; S->bag_high[z] = n > 1 ? n : 0;
  for (int i = 0; i < n; i++) S->known[a[i]] = SEES[z];
  if (HEARD) heard(S, N_SHUFFLE, z);
}
/* Decides what the first cards of a shuffled pile are; whether nature is asked first. */
static int settle(State *S, I zone, I amount, int from_top) {
  int z = (int)zone;
  i16 *a = S->zl + ZOFF[z];
  SOME(amount);
  while (S->bag_high[z]) {
    int low = S->bag_low[z], high = S->bag_high[z], chosen;
    I settled = from_top ? S->zn[z] - high : low;
    if (settled >= amount) return 0;
    if (S->nature || S->fate >= 0) {
      I *outcomes = room(E, high - low);
      for (int i = low; i < high; i++) outcomes[i - low] = a[i];
      I k = chance(S, high - low, 0, outcomes);
      if (k < 0) return 1;
      chosen = low + (int)k;
    } else if (high - low == 1) chosen = low;
    else { S->rng = advance(S->rng); chosen = low + (int)below(S->rng, high - low); }
    i16 item = a[chosen];
    if (from_top) { high--; memmove(a + chosen, a + chosen + 1, (high - chosen) * sizeof(i16)); a[high] = item; }
    else { memmove(a + low + 1, a + low, (chosen - low) * sizeof(i16)); a[low] = item; low++; }
    S->bag_low[z] = high - low > 1 ? low : 0; S->bag_high[z] = high - low > 1 ? high : 0;
    if (TOP[z]) uncover(S, z);
  }
  return 0;
}

/* ---------------------------------------------------------------- looking */
static I place_of(State *S, I low, I high, I item) {
  if (item == NONE || S->loc[item] < low || S->loc[item] >= high) return NONE;
  return lies_at(S, S->loc[item], (int)item);
}
static I position(State *S, I item) { SOME(item); return lies_at(S, S->loc[item], (int)item) + 1; }
/* Of a grid: the places with nothing on them beside one that is taken, in order. `there`: which places the grid has. */
static I open_places(State *S, I z, I size, const i32 *starts, const I *rows, const u8 *there, I *found) {
  const i16 *cells = S->zl + ZOFF[z], *taken = cells + ZCAP[z];
  I n = 0, all = S->zn[z];
  u8 *seen = (u8 *)room(E, size / 8 + 1);
  memset(seen, 0, size);
  for (I i = 0; i < all; i++) {
    const I *row = rows + starts[taken[i]];
    for (I k = 1; k <= row[0]; k++) {
      I p = row[k];
      if (cells[p] >= 0 || seen[p] || !there[p]) continue;
      seen[p] = 1;
      I j = n++;
      while (j > 0 && found[j - 1] > p) { found[j] = found[j - 1]; j--; }
      found[j] = p;
    }
  }
  return n;
}
