// Boards that are wider than the screen stay where they were scrolled to, however often they are drawn anew.

/** In: where boards are, before they are drawn anew. Out: what brings them back to where they were. */
export function keepScroll(root) {
  const was = new Map();
  for (const [area, scroll] of scrolls(root)) was.set(area, [scroll.scrollLeft, scroll.scrollTop]);
  return () => {
    for (const [area, scroll] of scrolls(root)) [scroll.scrollLeft, scroll.scrollTop] = was.get(area) ?? [0, 0];
  };
}

/** Where nothing that can be chosen is in sight, the first of it comes to the middle. */
export function showOffered(root) {
  for (const [, scroll] of scrolls(root)) {
    const { left, right, width } = scroll.getBoundingClientRect();
    const places = [...scroll.querySelectorAll(".offered")].map((one) => one.getBoundingClientRect());
    if (!places.length || places.some((one) => one.left >= left && one.right <= right)) continue;
    scroll.scrollLeft += places[0].left - left - (width - places[0].width) / 2;
  }
}

function scrolls(root) {
  return [...root.querySelectorAll(".board")].map((board) => [board.dataset.area, board.querySelector(".scroll")]);
}
