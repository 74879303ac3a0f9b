/* How long a way can be that uses each link once, and a path that comes to each place once: library.py, longest_way.
 *
 * In: rows of a link, its two ends (numbered from 0; -1 if it has no two) and its length. Every link looked at is paid for. */
static I longest_way(State *S, const I *rows, I n, I nodes, I price, int path) {
  I *first = room(E, nodes + 1), *at = room(E, 2 * n + 1), *fill = room(E, nodes + 1), best = 0;
  memset(first, 0, (nodes + 1) * sizeof(I));
  for (I r = 0; r < n; r++) for (int e = 1; e < 3; e++) {
    I node = rows[4 * r + e];
    if (rows[4 * r + 1] < 0) continue;
    if (node < 0 || node >= nodes) bail(B_RANGE);
    first[node + 1]++;
  }
  for (I i = 0; i < nodes; i++) first[i + 1] += first[i];
  memcpy(fill, first, (nodes + 1) * sizeof(I));
  for (I r = 0; r < n; r++) for (int e = 1; e < 3; e++) if (rows[4 * r + 1] >= 0) at[fill[rows[4 * r + e]]++] = r;
  I *stack = room(E, 4 * (n + 2)); /* here, far, next, came by */
  u8 *used = (u8 *)room(E, n / 8 + 1), *visited = (u8 *)room(E, nodes / 8 + 1);
  for (I start = 0; start < nodes; start++) {
    if (first[start] == first[start + 1]) continue;
    memset(used, 0, n); memset(visited, 0, nodes);
    I depth = 1;
    stack[0] = start; stack[1] = 0; stack[2] = first[start]; stack[3] = -1; visited[start] = 1;
    while (depth) {
      I *top = stack + 4 * (depth - 1), here = top[0], link = -1;
      if (top[1] > best) best = top[1];
      while (top[2] < first[here + 1]) { I r = at[top[2]++]; pay(S, price); if (!used[r]) { link = r; break; } }
      if (link < 0) { depth--; if (top[3] >= 0) used[top[3]] = 0; visited[here] = 0; continue; }
      I there = rows[4 * link + 1] == here ? rows[4 * link + 2] : rows[4 * link + 1];
      if (path && visited[there]) continue;
      used[link] = 1; visited[there] = 1;
      I *next = stack + 4 * depth++;
      next[0] = there; next[1] = top[1] + rows[4 * link + 3]; next[2] = first[there]; next[3] = link;
    }
  }
  return best;
}
