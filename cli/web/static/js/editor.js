// A text with numbered lines. A new line begins as far in as the one before; Tab goes on to the next element as everywhere.
import { fill, make } from "./dom.js";

export class Editor {
  /** @param {Element} place @param {string} title @param {Function} changed */
  constructor(place, title, changed) {
    this.marks = new Map(); // line -> severity
    this.gutter = make("div.gutter", { "aria-hidden": "true" });
    this.area = make("textarea", { id: "text", "aria-label": title, spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" });
    fill(place, this.gutter, this.area);
    this.area.addEventListener("input", () => { this.number(); changed(this.area.value); });
    this.area.addEventListener("scroll", () => { this.gutter.scrollTop = this.area.scrollTop; });
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.shiftKey) this.newLine(event);
    });
  }

  show(text, readOnly) {
    this.area.value = text;
    this.area.readOnly = readOnly;
    this.area.scrollTop = 0;
    this.marks = new Map();
    this.number();
  }

  mark(marks) { this.marks = marks; this.number(); }

  number() {
    const count = this.area.value.split("\n").length;
    fill(this.gutter, ...Array.from({ length: count }, (_, n) =>
      make(this.marks.has(n + 1) ? `div.${this.marks.get(n + 1)}` : "div", {}, String(n + 1))));
    this.gutter.scrollTop = this.area.scrollTop;
  }

  newLine(event) {
    const { value, selectionStart: at } = this.area;
    const before = value.slice(value.lastIndexOf("\n", at - 1) + 1, at);
    const further = before.trimEnd().endsWith(":") ? "    " : "";
    event.preventDefault();
    document.execCommand("insertText", false, `\n${before.match(/^ */)[0]}${further}`); // so that it can be undone
  }

  /** Lines and columns count from 1, columns in characters, of which some are two for a browser. */
  go(line, column) {
    const lines = this.area.value.split("\n");
    const before = [...lines[line - 1] ?? ""].slice(0, column - 1).join("").length;
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + before;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    const height = this.area.scrollHeight / Math.max(1, lines.length);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
  }
}
