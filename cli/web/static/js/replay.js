// The slider of a game that is over. One moment is asked for at a time, the newest that is wanted: however fast it is drawn along.
import { make } from "./dom.js";
import { say } from "./words.js";

export class Replay {
  /** @param {Function} ask for a moment @param {Function} end */
  constructor(ask, end) {
    this.ask = ask;
    this.label = make("label", { for: "slider" });
    this.slider = make("input", { id: "slider", type: "range", min: "0", "data-key": "slider", oninput: () => this.want(Number(this.slider.value)) });
    this.element = make("div.replay", {}, this.label, this.slider,
      make("button.button", { type: "button", "data-key": "end", onclick: end }, say("table.back_to_end")));
    this.asked = null;
    this.wanted = null;
  }

  want(step) {
    this.wanted = step;
    if (this.asked === null && this.ask(step)) this.asked = step;
  }

  /** A moment has come. */
  show({ step, steps }) {
    this.label.textContent = say("table.step", step, steps);
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
    this.slider.max = String(steps);
    const next = this.asked === step && this.wanted !== step ? this.wanted : null;
    this.asked = null;
    if (next !== null) this.want(next);
    else this.slider.value = String(step);
  }

  lost() { this.asked = null; }
}
