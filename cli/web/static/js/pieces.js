// Components: cards, tiles, tokens and pieces, as the scene tells them.
import { make } from "./dom.js";
import { explain } from "./peek.js";
import { say } from "./words.js";

/** The text that a card shows: what all of its type share is no news on it. */
export const ownText = (component) => component.texts.find((key) => !key.startsWith("text.type."));

/** One component. `act` says what can be done with it: {refs, offered, picked, point, drag}; `shared` are texts not to be shown on it. */
export function piece(component, word, act, texts, shared = null) {
  const { offered, picked } = act;
  const classes = ["piece", word, component.known ? "" : "back", offered ? "offered" : "", picked ? "picked" : "", component.sides ? "sided" : ""];
  const about = {
    "aria-label": spoken(component, offered, picked),
    "data-id": component.ids[0] ?? null,
    "data-key": component.ids[0] ? `piece ${component.ids[0]}` : null,
    vars: colours(component.colours),
  };
  if (offered) Object.assign(about, { type: "button", onclick: act.point, "aria-pressed": picked ? "true" : "false" });
  else about.role = "img";
  const element = make([offered ? "button" : "div", ...classes.filter(Boolean)].join("."), about,
    make(`span.name${[...component.name].length <= 2 ? ".short" : ""}`, { "aria-hidden": "true" }, component.known ? component.name : ""),
    component.copies > 1 && make("span.copies", { "aria-hidden": "true" }, `×${component.copies}`),
    component.turned > 0 && !component.sides && make("span.turned", { "aria-hidden": "true", vars: { "--turned": `${component.turned * 90}deg` } }, "▲"),
    marks(component.marks));
  for (const side of component.sides ?? []) element.append(make(`i.open.${side}`, { "aria-hidden": "true" }));
  if (component.known) {
    const told = component.texts.map((key) => texts[key]).filter(Boolean);
    if (told.length) element.setAttribute("aria-description", told.join(" "));
    const own = texts[ownText(component)];
    if (own && word === "card" && !shared?.has(ownText(component))) element.append(make("span.told", { "aria-hidden": "true" }, own));
    explain(element, component, told);
  }
  return element;
}

/** What has a name of its own that tells them hides them from whoever listens. */
export function marks(list, told = true) {
  if (!list.length) return null;
  return make("span.marks", { "aria-hidden": told ? "true" : null }, ...list.map((mark) =>
    make(`span.mark.${mark.sort}`, { title: mark.text, vars: colours([mark.colour].filter(Boolean)) }, mark.text)));
}

export function colours(names) {
  if (!names.length) return {};
  return { "--colour": `var(--c-${names[0]}, var(--c-grey))`, "--second": `var(--c-${names[1] ?? names[0]}, var(--c-grey))` };
}

const SIDES = { north: () => say("table.north"), east: () => say("table.east"), south: () => say("table.south"), west: () => say("table.west") };

/** How a tile lies, which is seen and not written. */
function lying({ known, sides, turned }) {
  if (!known) return [];
  if (sides) return [sides.length ? say("table.open", sides.map((side) => SIDES[side]()).join(", ")) : say("table.shut")];
  return turned ? [say("table.turned", turned)] : [];
}

export function spoken(component, offered, picked) {
  const name = component.known ? component.name : say("table.unknown");
  const parts = [component.copies > 1 ? `${component.copies} × ${name}` : name, ...lying(component), ...component.marks.map((mark) => mark.text)];
  if (picked) parts.push(say("table.taken"));
  else if (offered) parts.push(say("table.offered"));
  return parts.join(", ");
}
