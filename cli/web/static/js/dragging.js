// Dragging: with the mouse at once, with a finger after a long press (which explains the thing first), onto whatever can take it.
import { make } from "./dom.js";

const FAR = 6; // pixels that a mouse goes before it drags
const LONG = 450; // milliseconds that a finger presses

export class Dragging {
  /** @param {{takers: Function, begun: Function, dropped: Function}} to `takers(refs)` says of other references whether they can take these */
  constructor(to) {
    this.to = to;
    this.things = new Map(); // element -> references, of all that can be chosen now
    this.held = null; // {refs, element, x, y, ghost, targets}
    document.addEventListener("pointermove", (event) => { if (event.pointerType !== "touch") this.move(event.clientX, event.clientY); });
    document.addEventListener("pointerup", (event) => { if (event.pointerType !== "touch") this.end(event.clientX, event.clientY); });
    document.addEventListener("pointercancel", (event) => { if (event.pointerType !== "touch") this.stop(); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.stop(); });
  }

  /** What was drawn before is gone. */
  forget() { this.things.clear(); this.stop(); }

  takes(element, refs) {
    this.things.set(element, refs);
    element.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch" && event.button === 0) this.hold(element, refs, event.clientX, event.clientY);
    });
    let timer = 0;
    element.addEventListener("touchstart", (event) => {
      const { clientX, clientY } = event.touches[0];
      timer = setTimeout(() => { this.hold(element, refs, clientX, clientY); }, LONG);
    }, { passive: true });
    element.addEventListener("touchmove", (event) => {
      clearTimeout(timer);
      if (this.held?.element !== element) return;
      event.preventDefault(); // so that nothing scrolls
      this.move(event.touches[0].clientX, event.touches[0].clientY);
    }, { passive: false });
    element.addEventListener("touchend", (event) => {
      clearTimeout(timer);
      if (this.held?.element !== element) return;
      if (this.held.ghost) event.preventDefault(); // so that no click follows
      this.end(event.changedTouches[0].clientX, event.changedTouches[0].clientY);
    });
    element.addEventListener("touchcancel", () => { clearTimeout(timer); this.stop(); });
    element.addEventListener("dragstart", (event) => event.preventDefault()); // the browser's own
  }

  hold(element, refs, x, y) { this.stop(); this.held = { element, refs, x, y, ghost: null, targets: [] }; }

  move(x, y) {
    const { held } = this;
    if (!held) return;
    if (!held.ghost) {
      if (Math.abs(x - held.x) + Math.abs(y - held.y) < FAR) return;
      this.begin();
    }
    held.ghost.style.setProperty("--left", `${x}px`);
    held.ghost.style.setProperty("--top", `${y}px`);
    const over = this.under(x, y);
    for (const target of held.targets) target.classList.toggle("over", target === over);
  }

  begin() {
    const { held } = this;
    const takes = this.to.takers(held.refs);
    held.targets = [...this.things].filter(([element, refs]) => element !== held.element && takes(refs)).map(([element]) => element);
    const { width, height } = held.element.getBoundingClientRect();
    const lying = held.element.matches(".cell") ? held.element.querySelector(".piece") : null;
    const copy = (lying ?? held.element).cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("*")]) for (const name of ["data-id", "data-key", "data-area", "id"]) one.removeAttribute(name);
    held.ghost = make("div.dragged", { "aria-hidden": "true", vars: { "--width": `${width}px`, "--height": `${height}px` } }, lying ? make("div.cell", {}, copy) : copy);
    document.body.append(held.ghost);
    document.body.classList.add("dragging");
    held.element.classList.add("held");
    for (const target of held.targets) target.classList.add("target");
    this.to.begun();
  }

  under(x, y) {
    const found = document.elementFromPoint(x, y);
    return this.held.targets.find((target) => target.contains(found)) ?? null;
  }

  end(x, y) {
    const { held } = this;
    if (!held?.ghost) { this.held = null; return; }
    const target = this.under(x, y);
    this.stop();
    addEventListener("click", swallow, { capture: true, once: true }); // that of this mouse button
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    if (target) this.to.dropped(held.refs, this.things.get(target));
  }

  stop() {
    const { held } = this;
    this.held = null;
    if (!held?.ghost) return;
    held.ghost.remove();
    document.body.classList.remove("dragging");
    for (const element of [held.element, ...held.targets]) element.classList.remove("held", "target", "over");
  }
}

function swallow(event) { event.stopPropagation(); event.preventDefault(); }
