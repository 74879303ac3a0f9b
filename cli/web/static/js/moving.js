// Shows what went where, one sentence of the log after another: things glide along their way, and a back
// stands for what is hidden or lies where it is not seen any more.
import { make } from "./dom.js";

const TIME = 350; // milliseconds for one way
const STEP = 260; // between two sentences
const LONGEST = 1_200; // until the last one begins, however much has happened
const MOST_GHOSTS = 5; // of one move

export function remember(root) {
  const things = new Map();
  const places = new Map(); // thing -> where it lies: what only makes room for others does not glide
  for (const element of root.querySelectorAll("[data-id]")) {
    things.set(element.dataset.id, element.getBoundingClientRect());
    places.set(element.dataset.id, element.closest(".cell")?.dataset.key ?? element.closest("[data-area]")?.dataset.area);
  }
  const areas = new Map();
  for (const element of root.querySelectorAll("[data-area]")) areas.set(element.dataset.area, element.getBoundingClientRect());
  return { things, places, areas };
}

/** Returns for how many milliseconds something moves. */
export function glide(root, before, happened) {
  for (const ghost of document.querySelectorAll(".ghost")) ghost.remove();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const now = remember(root);
  const where = (area) => before.areas.get(area) ?? now.areas.get(area);
  const { ways, hidden } = waysOf(happened);
  for (const element of root.querySelectorAll("[data-id]")) {
    const way = ways.get(element.dataset.id);
    if (!way && before.places.get(element.dataset.id) === now.places.get(element.dataset.id)) continue;
    const old = before.things.get(element.dataset.id) ?? (way && where(way.areas[0]));
    if (!old) continue;
    const between = way ? way.areas.slice(1, -1).map(where).filter(Boolean) : [];
    travel(element, [old, ...between], now.things.get(element.dataset.id), way?.delay ?? 0);
  }
  for (const [thing, way] of ways) // it is not shown by itself any more
    if (!now.things.has(thing)) ghosts(1, before.things.get(thing) ?? where(way.areas[0]), now.areas.get(way.areas.at(-1)), way.delay);
  for (const one of hidden) ghosts(one.count, where(one.source), now.areas.get(one.target), one.delay);
  const delays = [...ways.values(), ...hidden].map((one) => one.delay);
  return delays.length ? Math.max(...delays) + TIME : 0;
}

/** The areas that each thing went through, what went unseen, and when it is shown. */
function waysOf(happened) {
  const sentences = happened.flatMap((chapter) => chapter.sentences).filter((sentence) => sentence.moves.length);
  const step = Math.min(STEP, LONGEST / Math.max(1, sentences.length));
  const ways = new Map();
  const hidden = [];
  sentences.forEach((sentence, number) => {
    for (const move of sentence.moves) {
      const delay = number * step;
      for (const thing of move.things) {
        if (!ways.has(thing)) ways.set(thing, { areas: [move.source], delay });
        ways.get(thing).areas.push(move.target);
      }
      if (move.hidden) hidden.push({ count: move.hidden, source: move.source, target: move.target, delay });
    }
  });
  return { ways, hidden };
}

function ghosts(count, from, to, delay) {
  if (!from || !to) return;
  for (let n = 0; n < Math.min(count, MOST_GHOSTS); n++) {
    const ghost = make("div.piece.back.ghost", { "aria-hidden": "true", vars: { "--left": `${to.left}px`, "--top": `${to.top}px` } });
    document.body.append(ghost);
    const moving = travel(ghost, [from], to, delay + n * 60);
    if (moving) moving.finished.then(() => ghost.remove(), () => ghost.remove());
    else ghost.remove();
  }
}

function travel(element, stops, now, delay) {
  const far = stops.map((stop) => [stop.left - now.left, stop.top - now.top]);
  const [x, y] = far[0];
  if (Math.abs(x) + Math.abs(y) < 6 || Math.abs(x) + Math.abs(y) > 6000) return null;
  const frames = far.map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)`, zIndex: 5 }));
  return element.animate([...frames, { transform: "none", zIndex: 5 }], { duration: TIME * stops.length, delay, easing: "ease-out", fill: "backwards" });
}
