// Dice: each lies on the table as it was rolled last. The scene tells rolls; they are remembered here.
import { make } from "./dom.js";
import { say } from "./words.js";

// Where the pips are, on a square of three by three: 1 is the upper left, 5 the middle, 9 the lower right.
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const TURN = 500; // milliseconds that a die rolls

export class Dice {
  constructor() { this.rolls = new Map(); this.chapter = -1; } // die -> its last roll, the newest last

  tell(happened, fresh) {
    if (fresh) this.rolls.clear();
    for (const roll of rollsOf(happened)) {
      this.rolls.delete(roll.die);
      this.rolls.set(roll.die, roll);
    }
    this.chapter = happened.at(-1)?.number ?? this.chapter;
  }

  /** @param {Array} news what has just happened: the dice in it roll. Those of earlier turns are pale. */
  draw(news) {
    if (!this.rolls.size) return null;
    const rolled = new Set(rollsOf(news).map((roll) => roll.die));
    return make("section.dice", { "aria-label": say("table.dice") },
      ...[...this.rolls.values()].map((roll) => throwOf(roll, roll.chapter === this.chapter, rolled.has(roll.die))));
  }
}

function rollsOf(happened) {
  return happened.flatMap(({ number, sentences }) => sentences.flatMap(({ rolls }) => rolls.map((roll) => ({ ...roll, chapter: number }))));
}

function throwOf(roll, now, rolling) {
  const faces = roll.faces.length ? roll.faces : ["?"];
  const label = `${roll.name}: ${roll.faces.length ? faces.join(", ") : say("table.secretly")}`;
  return make(`div.throw${now ? "" : ".earlier"}`, { role: "img", "aria-label": label, "data-die": roll.die },
    make("span.what", { "aria-hidden": "true" }, roll.name), ...faces.map((face) => die(face, rolling)));
}

function die(face, rolling) {
  const pips = PIPS[face];
  const element = make(`span.die${pips ? ".pips" : ""}`, { "aria-hidden": "true" },
    ...(pips ? pips.map((at) => make(`i.at${at}`)) : [face]));
  if (rolling && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    element.animate([{ transform: "rotate(-300deg) scale(.6)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" });
  return element;
}
