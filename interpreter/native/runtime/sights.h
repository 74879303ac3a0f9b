/* What one player sees of a state: interpreter/knowledge/sight.py and, where nothing but its place tells a copy
 * apart, interpreter/knowledge/copies.py. Who may see what is decided there and comes in as tables; here it is
 * only looked up. A state is read and never changed, so it may be a part of other memory. */
enum { SHOWN, NEVER_SHOWN, NEVER_NAMED, NAMES_COMPONENTS }; /* how a track is seen */
enum { FACE_DOWN = -1, NOT_SEEN = -1 };
#define HIDDEN_VALUE (NONE + 1)
#define UNNAMED_TRACK (NONE + 2)
typedef struct {
  u32 seers; i32 every;                   /* who has to know a component: one of these players, or every one */
  const u8 *tracks; const i32 *cells;     /* for each track how it is seen, and its first cell, and the end */
  const i32 *bears;                       /* component, whether a zone, and the zone or track that belongs to it; -1 ends */
  const i32 *look, *first; const i16 *home; /* for each component the number of its look or -1, for each look where its copies begin */
  const u8 *called; i32 looks, block;     /* in which zones copies are called by their place; zones in a block */
} Eyes;

/* Where each block of zones begins and the last one ends; each zone as its amount and its cards, the known ones of a set
 * first, on a grid each with its place before it. And the tracks, cell by cell. */
API I rl_sight(const State *S, const Eyes *eyes, i16 *out, I *values) {
  u8 dark[NC], gone[NZ]; i32 count[NC];
  const u32 seers = eyes->seers;
  for (I c = 0; c < NC_REAL; c++) dark[c] = eyes->every ? (S->known[c] & seers) != seers : !(S->known[c] & seers);
  memset(gone, 0, NZ);
  memcpy(values, S->t, eyes->cells[NT] * sizeof(I));
  for (I t = 0; t < NT; t++) {
    I how = eyes->tracks[t], *value = values + eyes->cells[t];
    if (how == NEVER_SHOWN) *value = HIDDEN_VALUE;
    else if (how == NEVER_NAMED) *value = UNNAMED_TRACK;
    else if (how == NAMES_COMPONENTS && *value != NONE && dark[*value]) *value = HIDDEN_VALUE;
  }
  for (const i32 *b = eyes->bears; *b >= 0; b += 3) if (dark[b[0]]) {
    if (b[1]) gone[b[2]] = 1; else values[eyes->cells[b[2]]] = UNNAMED_TRACK;
  }
  if (eyes->look) memset(count, 0, eyes->looks * sizeof(i32));
  I used = (NZ + eyes->block - 1) / eyes->block + 1;
  for (I z = 0; z < NZ; z++) {
    if (z % eyes->block == 0) out[z / eyes->block] = used;
    const i16 *p = S->zl + ZOFF[z];
    I n = ORD[z] == GRID ? ZCAP[z] : S->zn[z], hidden = 0, at = used++;
    i32 named = eyes->look && eyes->called[z];
    if (gone[z]) { out[at] = NOT_SEEN; continue; }
    if (eyes->look && z == NZ - 1) n = 0; /* the box is not seen */
    out[at] = ORD[z] == GRID ? S->zn[z] : n;
    for (I i = 0; i < n; i++) {
      I card = p[i], look;
      if (card < 0) continue; /* an empty place */
      if (ORD[z] == GRID) out[used++] = i;
      if (dark[card]) {
        if (ORD[z] == SET) hidden++; else out[used++] = FACE_DOWN;
      } else out[used++] = !named || (look = eyes->look[card]) < 0 ? card : eyes->home[eyes->first[look] + count[look]++];
    }
    if (named && ORD[z] == SET)
      for (I i = at + 2; i < used; i++) { i16 x = out[i]; I j = i; while (j > at + 1 && out[j - 1] > x) { out[j] = out[j - 1]; j--; } out[j] = x; }
    while (hidden--) out[used++] = FACE_DOWN;
  }
  out[(NZ + eyes->block - 1) / eyes->block] = used;
  return used;
}
