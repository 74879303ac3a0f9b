// What happened, grouped by turns as the scene tells it. A chapter can go on in the next scene.
import { make } from "./dom.js";
import { say } from "./words.js";

const SHOWN = 40; // chapters

export class Log {
  constructor() { this.chapters = []; }

  tell(happened, fresh) {
    if (fresh) this.chapters = [];
    for (const chapter of happened) {
      const last = this.chapters.at(-1);
      if (last && last.number === chapter.number) last.sentences.push(...chapter.sentences);
      else this.chapters.push({ ...chapter, sentences: [...chapter.sentences] });
    }
  }

  /** @param {number} [last] the newest chapter that is shown, of a moment that is looked at again */
  draw(last = Infinity) {
    const shown = this.chapters.filter((chapter) => chapter.number <= last).slice(-SHOWN).reverse();
    return [make("h2", {}, say("table.log")), ...shown.map((chapter) =>
      make("section.chapter", {}, make("h3", {}, chapter.title),
        make("ul", {}, ...chapter.sentences.map((one) => make(`li.${one.cause}${one.mine ? ".mine" : ""}`, {}, one.text)))))];
  }
}
