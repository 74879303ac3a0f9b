// Places of a board that are too small for what lies there grow, all of one board alike, until it can be read.

const STEP = 0.4; // rem
const LARGEST = 12; // rem
const least = new Map(); // board -> the size that its places need, in rem; it stays, so that boards keep still

/** Looks at all boards on the table. It takes time only where something is cut off that was not before. */
export function fit(root) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const board of root.querySelectorAll(".board")) {
    const grid = board.querySelector(".grid");
    const set = (size) => { least.set(board.dataset.area, size); grid.style.setProperty("--least", `${size}rem`); };
    if (least.has(board.dataset.area)) set(least.get(board.dataset.area));
    const texts = [...grid.querySelectorAll(".name, .mark")].filter((text) => text.getClientRects().length);
    if (!texts.some(isCut)) continue;
    for (let size = texts[0].closest(".cell").offsetWidth / rem; size < LARGEST && texts.some(isCut);) set(size += STEP);
  }
}

function isCut(text) {
  const inside = text.getBoundingClientRect();
  return [text.closest(".cell"), text.closest(".piece")].some((outer) => {
    if (!outer) return false;
    const { left, right, top, bottom, width } = outer.getBoundingClientRect();
    if (outer.matches(".disc")) return Math.hypot(inside.width, inside.height) > width; // a circle has no corners
    return inside.left < left - 1 || inside.right > right + 1 || inside.top < top - 1 || inside.bottom > bottom + 1;
  });
}
