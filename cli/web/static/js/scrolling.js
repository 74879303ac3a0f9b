// Boards that are wider than the screen stay where they were scrolled to, however often they are drawn anew.
import { byId } from "./dom.js";

/** In: where boards are, before they are drawn anew. Out: what brings them back to where they were. */
export function keepScroll(root) {
  const was = new Map();
  for (const [area, scroll] of scrolls(root)) was.set(area, [scroll.scrollLeft, scroll.scrollTop]);
  return () => {
    for (const [area, scroll] of scrolls(root)) [scroll.scrollLeft, scroll.scrollTop] = was.get(area) ?? [0, 0];
  };
}

/** In: the table and things on it. Where none is in sight, the first comes to the middle, on each board; up and down all of them, if they fit. */
export function showSome(root, things) {
  for (const [, scroll] of scrolls(root)) {
    const { left, right, width } = scroll.getBoundingClientRect();
    const places = things.filter((one) => scroll.contains(one)).map((one) => one.getBoundingClientRect());
    if (!places.length || places.some((one) => one.left >= left && one.right <= right)) continue;
    scroll.scrollLeft += places[0].left - left - (width - places[0].width) / 2;
  }
  const top = Math.max(byId("seats").getBoundingClientRect().bottom, root.getBoundingClientRect().top);
  const low = byId("question").getBoundingClientRect().top; // these two may lie over the table
  const places = things.map((one) => one.getBoundingClientRect());
  if (!places.length || places.some((one) => one.top >= top && one.bottom <= low)) return;
  const all = [Math.min(...places.map((one) => one.top)), Math.max(...places.map((one) => one.bottom))];
  const [first, last] = all[1] - all[0] <= low - top ? all : [places[0].top, places[0].bottom];
  const far = (first + last) / 2 - (top + low) / 2;
  (root.scrollHeight > root.clientHeight ? root : window).scrollBy(0, far);
}

function scrolls(root) {
  return [...root.querySelectorAll(".board")].map((board) => [board.dataset.area, board.querySelector(".scroll")]);
}
