// Maps: places with names. Where it is known how they lie, they are drawn with the ways between them; otherwise one beside another.
import { area, counter } from "./areas.js";
import { plainColours } from "./board.js";
import { make, shape } from "./dom.js";
import { marks, piece } from "./pieces.js";
import { say } from "./words.js";

/** In: a map, what its places own ({areas, counters, standing} by reference). Out: {board} or {spots}, whichever fits. */
export function map(one, owned, table) {
  const at = (spot) => owned.get(spot.ref);
  const small = one.spots.every((spot) => at(spot).areas.every((inside) => inside.components.length <= 1));
  if (one.spots.every((spot) => spot.x !== null) && small) return { board: drawn(one, at, table) };
  return { spots: make("section.spots", { "data-map": one.id }, ...one.spots.map((spot) => box(spot, at(spot), table))) };
}

// ------------------------------------------------------------ places with ways
function drawn(one, at, table) {
  const wide = Math.max(...one.spots.map((spot) => spot.x)) + 1;
  const high = Math.max(...one.spots.map((spot) => spot.y)) + 1;
  const middle = new Map(one.spots.map((spot) => [spot.ref, [spot.x + .5, high - spot.y - .5]]));
  const lines = one.ways.map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [middle.get(from), middle.get(to)];
    return shape("line", { x1, y1, x2, y2 });
  });
  const beside = neighbours(one);
  const plain = plainColours(one.spots.flatMap((spot) => at(spot).areas.flatMap((inside) => inside.components)));
  const ways = shape("svg", { class: "ways", viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" }, ...lines);
  const grid = make("div.grid.map", { vars: { "--wide": String(wide), "--high": String(high) } }, ways,
    ...one.spots.map((spot) => place(spot, at(spot), high, beside.get(spot.ref), { ...table, plain })));
  return make("section.area.board", { "data-area": `map ${one.id}`, "aria-label": say("table.map") }, make("div.scroll", {}, grid));
}

/** The names of the places that ways lead to: whoever listens does not see the lines. */
function neighbours({ spots, ways }) {
  const names = new Map(spots.map((spot) => [spot.ref, spot.name]));
  const found = new Map(spots.map((spot) => [spot.ref, new Set()]));
  for (const [from, to] of ways) { found.get(from).add(names.get(to)); found.get(to).add(names.get(from)); }
  return found;
}

function place(spot, { areas, counters, standing }, high, beside, table) {
  const lying = areas.flatMap((one) => one.components.map((component) => [one, component]));
  const act = table.act([spot.ref, ...lying.flatMap(([, component]) => component.ids)]);
  const pieces = lying.map(([one, component]) => {
    const disc = ["token", "piece"].includes(one.word);
    const element = piece(component, disc ? "disc" : one.word, { ...act, offered: false }, table.texts);
    element.setAttribute("aria-hidden", "true"); // the place says it
    if (disc && table.plain.has(component.colours.join())) element.classList.add("plain");
    return element;
  });
  const noted = [...standing, ...counters.map((one) => ({ text: one.flag ? one.name : `${one.name} ${one.value}`, sort: "field" }))];
  const label = [spot.name, ...(pieces.length ? pieces.map((one) => one.getAttribute("aria-label")) : noted.length ? [] : [say("table.empty")]),
    ...noted.map((mark) => mark.text), act.picked ? say("table.taken") : act.offered ? say("table.offered") : ""].filter(Boolean).join(", ");
  const about = { "aria-label": label, "aria-description": beside.size ? say("table.beside", [...beside].join(", ")) : null, "data-key": `spot ${spot.ref}`, "data-area": areas[0]?.id ?? null, vars: { "--x": String(spot.x), "--y": String(high - 1 - spot.y) } };
  if (act.offered) Object.assign(about, { type: "button", onclick: act.point, "aria-pressed": String(act.picked) });
  else about.role = "img";
  const element = make([act.offered ? "button" : "div", "cell", "spot", act.offered && "offered", act.picked && "picked"].filter(Boolean).join("."), about,
    make("span.where", { "aria-hidden": "true" }, spot.name), ...pieces, marks(noted));
  act.takes(element);
  return element;
}

// ------------------------------------------------------------ places one beside another
function box(spot, { areas, counters, standing }, table) {
  const act = table.act([spot.ref]);
  const head = act.offered
    ? make(`button.button.name.offered${act.picked ? ".picked" : ""}`, { type: "button", "data-key": `spot ${spot.ref}`, onclick: act.point, "aria-pressed": String(act.picked), "aria-label": `${spot.name}, ${say(act.picked ? "table.taken" : "table.offered")}` }, spot.name)
    : make("h3", {}, spot.name);
  const element = make("section.area.spot", { "aria-label": spot.name }, head, marks(standing),
    counters.length > 0 && make("div.counters", {}, ...counters.map((one) => counter(one, true))), ...areas.map((one) => area(one, table, true)));
  act.takes(element, head);
  return element;
}
