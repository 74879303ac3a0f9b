/* Play-outs that look before they leap: of a few answers by chance the one after which who is asked stands best.
 * interpreter/practice.py does the same.
 *
 * In: a state, dice, how many answers and how many changes of turn at most, how many answers are looked at (1: none), and
 * what is looked at. An answer is tried on a copy with a chance of its own, so that nobody sees the dice before they fall. */
static I seen_by(State *S, int what, int together, I player) {
  I left = S->left, floor = S->floor, mine, best = NONE;
  E->top = E->base; E->imagined++;
  S->left = 5000000; S->floor = 0;
  mine = look(S, what, player);
  SOME(mine);
  for (I p = 0; p < NP && !together; p++) {
    if (p == player) continue;
    E->top = E->base;
    I other = look(S, what, p);
    SOME(other);
    if (best == NONE || other > best) best = other;
  }
  S->left = left; S->floor = floor;
  E->imagined--;
  return best == NONE ? mine : mine - best;
}
static I best_answer(State *S, State *other, u64 *dice, I looks, int what, int together, I *a) {
  if (looks < 2 || S->pwho == NONE || S->pn < 2) return random_answer(S, dice, a);
  I n = S->pn, who = S->pwho, amount = 0, best = NONE, *tried = a + MOST / 2, *left = tried + MOST / 4;
  int several = S->pk == K_SEVERAL;
  if (n >= MOST / 4) return random_answer(S, dice, a);
  if (!several) for (I i = 0; i < n; i++) left[i] = i;
  for (I i = 0, m = n; i < looks && (several || m); i++) {
    I many = 1;
    if (several) many = random_answer(S, dice, tried);
    else { I k = dice_below(dice, m); tried[0] = left[k]; m--; memmove(left + k, left + k + 1, (m - k) * sizeof(I)); }
    rl_copy(other, S);
    other->engine = S->engine;
    other->rng = seed_state(dice_below(dice, 1ll << 62));
    I before = other->left;
    give(other, tried, many);
    E->serial++; /* options that were listed for the copy are not ours, also where nothing was asked after them */
    S->left -= before - other->left;
    I found = seen_by(other, what, together, who);
    if (other->over && (other->winners || together)) found += (other->winners >> who & 1) ? LARGEST : -LARGEST;
    if (best == NONE || found > best) { best = found; amount = many; memcpy(a, tried, many * sizeof(I)); }
  }
  return amount;
}
API I rl_guided(State *S, Engine *engine, State *other, u64 *dice, I most, I turns, I looks, int what, int together, I *answer) {
  I done = 0, whose = S->active;
  GUARD(S, engine);
  while (done < most && S->pk) {
    E->top = E->base;
    I n = best_answer(S, other, dice, looks, what, together, answer);
    E->top = E->base;
    give(S, answer, n);
    done++;
    if (S->active != whose) { whose = S->active; if (--turns <= 0) break; }
  }
  return done;
}
