// What a component is and does: shown when one hovers over it, focuses it or presses it for long.
import { byId, fill, make } from "./dom.js";

const LONG = 450;

export function explain(element, component, told) {
  const marks = component.marks.map((mark) => mark.text);
  const show = () => open(element, component.name, marks, told);
  let timer = 0;
  element.addEventListener("mouseenter", show);
  element.addEventListener("mouseleave", close);
  element.addEventListener("focus", () => { if (element.matches(":focus-visible")) show(); });
  element.addEventListener("blur", close);
  element.addEventListener("touchstart", () => { timer = setTimeout(() => { element.dataset.peeked = "yes"; show(); }, LONG); }, { passive: true });
  element.addEventListener("touchend", (event) => {
    clearTimeout(timer);
    if (element.dataset.peeked) { event.preventDefault(); delete element.dataset.peeked; setTimeout(close, 2500); }
  });
  element.addEventListener("touchmove", () => clearTimeout(timer), { passive: true });
}

function open(element, name, marks, told) {
  const peek = byId("peek");
  fill(peek, make("strong", {}, name), ...marks.map((mark) => make("span.mark", {}, mark)), ...told.map((text) => make("p", {}, text)));
  peek.hidden = false;
  const at = element.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left), innerWidth - peek.offsetWidth - 8);
  const below = at.bottom + 8 + peek.offsetHeight < innerHeight;
  peek.style.left = `${Math.max(8, left)}px`;
  peek.style.top = `${Math.max(8, below ? at.bottom + 8 : at.top - peek.offsetHeight - 8)}px`;
}

export function close() { byId("peek").hidden = true; }
