// Makes elements. Texts become text nodes only: nothing that comes from a definition is ever read as HTML.

/** @param {string} sort @param {Object} [about] @param {...(Node|string|null|undefined|false)} inside */
export function make(sort, about = {}, ...inside) {
  const [name, ...classes] = sort.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(about)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "vars") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

/** A part of a drawing. */
export function shape(name, about = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(about)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...inside) {
  element.replaceChildren(...inside.filter((part) => part !== null && part !== undefined && part !== false));
}

export const byId = (id) => document.getElementById(id);
