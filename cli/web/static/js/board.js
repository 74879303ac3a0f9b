// Boards: square and hexagonal grids. Their size is kept, so that they stand still while nobody is asked.
import { make } from "./dom.js";
import { marks, piece } from "./pieces.js";
import { say } from "./words.js";

const HEX_ROW = 0.87;
const WHOLE = 441; // places of a board that is always drawn whole
const drawn = new Map(); // board -> the columns and rows that were drawn

export function board(given, table) {
  const one = { ...given, ...extent(given), plain: plainColours(given.cells.map((cell) => cell.component)) };
  const [west, east] = one.columns;
  const [south, north] = one.rows;
  const hexagonal = one.shape === "hexagonal";
  const cells = new Map(one.cells.map((cell) => [`${cell.column},${cell.row}`, cell]));
  const inside = [];
  for (let row = north; row >= south; row--)
    for (let column = west; column <= east; column++) {
      const cell = cells.get(`${column},${row}`) ?? null;
      if (cell === null && one.open_edge) continue;
      inside.push(square(one, cell, column, row, table, hexagonal));
    }
  const wide = hexagonal ? east - west + 1 + (north - south) / 2 : east - west + 1;
  const high = hexagonal ? (north - south) * HEX_ROW + 1 : north - south + 1;
  const grid = make(`div.grid.${one.shape}`, { vars: { "--wide": String(wide), "--high": String(high) } }, ...inside, ...axes(one, hexagonal));
  return make("section.area.board", { "data-area": one.id, "aria-label": one.title },
    make("h3", {}, table.ownersShown ? one.name : one.title), make("div.scroll", {}, grid));
}

/** The numbers of columns and rows, as the list and the log call them. */
function axes({ columns: [west, east], rows: [south, north] }, hexagonal) {
  const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const mark = (way, number, x, y) => make(`span.axis.${way}`, { "aria-hidden": "true", vars: { "--x": String(x), "--y": String(y) } }, String(number));
  return [
    ...numbers(west, east).map((column) => mark("of_columns", column, column - west, hexagonal ? (north - south) * HEX_ROW + 1 : north - south + 1)),
    ...numbers(south, north).map((row) => mark("of_rows", row, hexagonal ? (row - south) / 2 : 0, hexagonal ? (north - row) * HEX_ROW : north - row)),
  ];
}

function extent({ id, open_edge, width, height, columns, rows }) {
  if (!open_edge && width * height <= WHOLE) return { columns: [1, width], rows: [1, height] };
  const before = drawn.get(id) ?? { columns, rows };
  const both = ([a, b], [c, d]) => [Math.min(a, c), Math.max(b, d)];
  drawn.set(id, { columns: both(before.columns, columns), rows: both(before.rows, rows) });
  return drawn.get(id);
}

/** Colours that tell what lies there: all that have one are called alike. */
export function plainColours(components) {
  const names = new Map();
  for (const component of components)
    if (component?.known && component.colours.length) {
      const colour = component.colours.join();
      if (!names.has(colour)) names.set(colour, new Set());
      names.get(colour).add(component.name + component.marks.map((mark) => mark.text).join());
    }
  return new Set([...names].filter(([, called]) => called.size === 1).map(([colour]) => colour));
}

function square(one, cell, column, row, table, hexagonal) {
  const [west] = one.columns;
  const [south, north] = one.rows;
  const x = hexagonal ? column - west + (row - south) / 2 : column - west;
  const y = hexagonal ? (north - row) * HEX_ROW : north - row;
  const vars = { "--x": String(x), "--y": String(y) };
  if (cell === null) return make("div.cell.empty", { vars, "aria-hidden": "true" });
  const refs = placeRefs(one, cell, table.choice);
  const ids = cell.component?.ids ?? [];
  const act = table.act([...ids, ...refs]);
  const where = say("table.column", column, row);
  const disc = ["token", "piece"].includes(one.word);
  const lying = cell.component && piece(cell.component, disc ? "disc" : "tile", { ...act, offered: false }, table.texts);
  if (disc && one.plain.has(cell.component?.colours.join())) lying?.classList.add("plain");
  lying?.setAttribute("aria-hidden", "true"); // the place says it
  const label = [where, lying?.getAttribute("aria-label") ?? say("table.empty"), ...cell.marks.map((mark) => mark.text),
    act.picked ? say("table.taken") : act.offered ? say("table.offered") : ""].filter(Boolean).join(", ");
  const about = { vars, "aria-label": label, "data-key": `cell ${cell.ref}` };
  if (act.offered) Object.assign(about, { type: "button", onclick: act.point, "aria-pressed": String(act.picked) });
  else about.role = "img";
  const name = act.offered ? "button" : "div";
  const classes = ["cell", act.offered ? "offered" : "", act.picked ? "picked" : "", table.previewed?.has(cell.ref) ? "previewed" : ""];
  const element = make([name, ...classes.filter(Boolean)].join("."), about, lying, marks(cell.marks));
  act.takes(element);
  return element;
}

/** How options speak of a place: of a board that each player has, maybe without its owner. */
function placeRefs(one, cell, choice) {
  if (!cell.offered || choice.about.has(cell.ref)) return [cell.ref];
  const place = cell.ref.slice(one.id.length);
  return [cell.ref, `${one.id.split(":")[0]}${place}`];
}
