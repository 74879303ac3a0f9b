// The keyboard: digits choose from the list, arrows go to the next thing that can be chosen that way, Escape clears.

export function listenToKeys(to) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (/^[1-9]$/.test(event.key)) {
      const entry = document.querySelectorAll("#question .option")[Number(event.key) - 1];
      if (entry) { event.preventDefault(); entry.click(); }
    } else if (event.key === "Escape") to.clear();
    else if (["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].includes(event.key)) go(event);
  });
}

function go(event) {
  const things = [...document.querySelectorAll("button.offered, #question button:not(:disabled)")];
  if (!things.length) return;
  const now = things.indexOf(document.activeElement);
  const back = event.key === "ArrowLeft" || event.key === "ArrowUp";
  const next = now < 0 ? things[0] : beside(things, things[now], event.key) ?? things[(now + (back ? things.length - 1 : 1)) % things.length];
  event.preventDefault();
  next.focus();
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The nearest thing that way, as it is seen: what lies straight ahead is nearer than what lies aside. */
function beside(things, from, key) {
  const [x, y] = WAYS[key];
  const centre = (element) => { const at = element.getBoundingClientRect(); return [at.left + at.width / 2, at.top + at.height / 2]; };
  const [left, top] = centre(from);
  let best = null;
  for (const thing of things) {
    const [right, low] = centre(thing);
    const ahead = (right - left) * x + (low - top) * y;
    const aside = Math.abs((right - left) * y) + Math.abs((low - top) * x);
    if (ahead > 2 && aside <= 2 * ahead && (!best || ahead + 2 * aside < best.far)) best = { thing, far: ahead + 2 * aside };
  }
  return best?.thing;
}
