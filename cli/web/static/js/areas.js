// Areas, counters and the places of players: everything on the table but boards.
import { board } from "./board.js";
import { make } from "./dom.js";
import { map } from "./map.js";
import { colours, ownText, piece } from "./pieces.js";

const SHARED = 3; // cards of one area that have the same text, which then says nothing; so does one that different words share
const MANY = 10; // kinds of components in one area, above which they are drawn small

export function drawTable(scene, table) {
  const boards = [];
  const groups = new Map([["", []], ...scene.seats.map((seat) => [seat.ref, []])]);
  const put = (owner, element) => groups.get(groups.has(owner) ? owner : "").push(element);
  const spots = ofSpots(scene);
  for (const one of scene.boards) {
    const owned = groups.has(one.owner) && one.owner !== "";
    const element = board(one, { ...table, ownersShown: owned });
    if (owned) put(one.owner, element);
    else boards.push(element);
  }
  for (const one of scene.maps) {
    const drawn = map(one, spots, table);
    if (drawn.board) boards.push(drawn.board);
    else put("", drawn.spots);
  }
  for (const one of scene.areas) if (!spots.has(one.owner)) put(one.owner, area(one, table, groups.has(one.owner) && one.owner !== ""));
  const shown = new Map();
  for (const one of scene.counters.filter((each) => !spots.has(each.owner))) {
    const owner = groups.has(one.owner) ? one.owner : "";
    if (!shown.has(owner)) shown.set(owner, []);
    shown.get(owner).push(counter(one, owner !== ""));
  }
  for (const [owner, list] of shown) groups.get(owner).unshift(make("div.counters", {}, ...list));
  const mine = scene.seats.filter((seat) => seat.you);
  const others = scene.seats.filter((seat) => !seat.you);
  const middle = groups.get("").length > 0 && make("section.middle", {}, ...groups.get(""));
  const own = mine.map((seat) => place(seat, groups.get(seat.ref))).filter(Boolean);
  const theirs = make("div.others", {}, ...others.map((seat) => place(seat, groups.get(seat.ref))).filter(Boolean));
  const beside = (boards.length ? [...own, middle, theirs] : [middle, make("div.seated", {}, ...own, theirs)]); // one's own is never far down
  return [
    table.dice,
    boards.length > 0 && make("div.boards", {}, ...boards),
    make(`div.beside${boards.length ? "" : ".alone"}`, {}, ...beside.filter(Boolean)),
  ];
}

/** What the places of maps own, and who stands there: a track that names a place says so. */
function ofSpots({ maps, areas, counters, seats }) {
  const found = new Map(maps.flatMap((one) => one.spots).map((spot) => [spot.ref, { areas: [], counters: [], standing: [] }]));
  for (const one of areas) found.get(one.owner)?.areas.push(one);
  for (const one of counters) {
    found.get(one.owner)?.counters.push(one);
    const seat = seats.find((each) => each.ref === one.owner);
    found.get(one.ref)?.standing.push({ text: seat ? `${seat.name}: ${one.name}` : one.title, sort: "stands", colour: seat?.colour });
  }
  return found;
}

function place(seat, inside) {
  if (!inside.length) return null;
  return make(`section.place${seat.you ? ".mine" : ""}${seat.deciding ? ".deciding" : ""}`, { "aria-label": seat.name, vars: colours([seat.colour]) },
    make("h2", {}, seat.name), make("div.areas", {}, ...inside));
}

export function area(one, table, owned) {
  const shown = one.components;
  const texts = Object.values(table.texts);
  const shared = new Set(shown.map(ownText).filter((key, _, all) =>
    all.filter((other) => other === key).length >= SHARED || texts.indexOf(table.texts[key]) !== texts.lastIndexOf(table.texts[key])));
  const pieces = shown.map((component) => {
    const act = table.act(component.ids);
    const element = piece(component, one.word, act, table.texts, shared);
    act.takes(element);
    return element;
  });
  const many = shown.length > MANY ? ".many" : "";
  return make(`section.area.${one.ordering}${many}`, { "data-area": one.id, "aria-label": one.title },
    make("h3", {}, owned ? one.name : one.title, " ", make("span.count", {}, String(one.count))),
    make("div.pieces", {}, ...pieces));
}

export function counter(one, owned) {
  const title = owned ? one.name : one.title;
  const dots = one.most !== null && one.number !== null && one.most <= 12;
  return make("span.counter", { "data-area": one.id, title: one.title },
    make("span.what", {}, title),
    !one.flag && make("strong", {}, one.most !== null && one.number !== null ? `${one.value}/${one.most}` : one.value),
    dots && make("meter", { min: "0", max: String(one.most), value: String(one.number), "aria-hidden": "true" }));
}
