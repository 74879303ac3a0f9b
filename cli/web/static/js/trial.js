// The table beside the text: who sits there, from where one looks, restarted or gone on with.
import { byId, fill, make } from "./dom.js";
import { asking, level, say } from "./words.js";

export class Trial {
  /** @param {{low: number, high: number, bots: string[], ask: Function}} about */
  constructor(about) {
    Object.assign(this, about);
    this.players = Math.min(Math.max(2, this.low), this.high);
    this.others = this.bots[0];
    this.opened = null;
    this.begun = false;
    this.under = Promise.resolve(); // what was asked for before
    byId("table").title = say("workshop.table");
    this.draw();
  }

  draw() {
    const counts = Array.from({ length: this.high - this.low + 1 }, (_, n) => this.low + n);
    const others = [["person", say("workshop.myself")], ...this.bots.map((bot) => [bot, say("new.bot", level(bot))])];
    fill(byId("trying"),
      make("button.button.main", { type: "button", id: "restart", onclick: () => this.open(false) }, say("workshop.restart")),
      make("button.button", { type: "button", id: "go_on", disabled: !this.opened, onclick: () => this.open(true) }, say("workshop.go_on")),
      counts.length > 1 && make("label", {}, say("workshop.players"),
        choice("players", counts.map((n) => [String(n), String(n)]), String(this.players), (value) => { this.players = Number(value); })),
      make("label", {}, say("workshop.others"), choice("others", others, this.others, (value) => { this.others = value; })),
      this.opened && make("label", {}, say("workshop.look"), choice("look", this.views(), this.token, (value) => this.look(value))),
      make("span.note", { id: "went_on", role: "status" }, this.note ?? ""));
  }

  views() {
    return [...this.opened.seats.map((seat) => [seat.token, say("new.seat", seat.seat + 1)]), [this.opened.watch, say("workshop.watch")]];
  }

  look(token) {
    this.token = token;
    byId("table").src = `/t/${token}?${asking()}`;
  }

  /** One table after another: each takes the one before away. */
  open(goOn) {
    this.begun = true;
    this.under = this.under.then(() => this.deal(goOn), () => this.deal(goOn));
    return this.under;
  }

  async deal(goOn) {
    const seats = Array.from({ length: this.players }, (_, n) => ({ who: n ? this.others : "person" }));
    const found = await this.ask({ seats, go_on: goOn && Boolean(this.opened), old: this.opened?.watch ?? left() });
    if (!found) return;
    this.note = "";
    if (!found.seats.length && !found.watch) this.note = say("workshop.broken");
    else {
      const before = this.opened?.seats.findIndex((seat) => seat.token === this.token) ?? 0;
      this.opened = found;
      leave(found.watch);
      if (goOn) this.note = found.why ? say("workshop.stopped", found.steps, found.why) : say("workshop.went_on", found.steps);
      this.look((found.seats[Math.max(0, before)] ?? found.seats[0])?.token ?? found.watch);
    }
    this.draw();
  }
}

const LEFT = `rulelang.workshop ${location.pathname}`;

/** The table of this page before it was loaded again: it makes room for the next one. */
function left() {
  try { return sessionStorage.getItem(LEFT) ?? ""; } catch { return ""; }
}

function leave(watch) {
  try { sessionStorage.setItem(LEFT, watch); } catch { /* then it goes away when it is forgotten */ }
}

function choice(id, options, value, changed) {
  return make("select", { id, onchange: (event) => changed(event.target.value) },
    ...options.map(([name, title]) => make("option", { value: name, selected: name === value }, title)));
}
