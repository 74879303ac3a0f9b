// The shelf: every game with what it is about and for how many, in groups that the games name themselves.
import { byId, fill, make } from "./dom.js";
import { going } from "./kept.js";
import { languageChoice } from "./languages.js";
import { asking, language, learnWords, say } from "./words.js";
import { workshopKey } from "./key.js";

const SHOWN = 8; // tables to go on with
const key = workshopKey();
await learnWords();
document.title = say("shelf.title");
byId("title").textContent = say("shelf.title");
fill(byId("language"), languageChoice());
const { games } = await (await fetch(`/api/games?${asking()}`)).json();
const groups = new Map();
for (const game of games) groups.set(game.group, [...(groups.get(game.group) ?? []), game]);
const open = going();
fill(byId("main"), open.length > 0 && make("section.going", {}, make("h2", {}, say("shelf.going")), make("p.actions", {}, ...open.slice(0, SHOWN).map(table))),
  ...[...groups].map(([title, inside]) => make("section", {},
  title && make("h2.group", {}, title),
  make("div.shelf", {}, ...inside.map(card)))));

function table({ token, title, when }) {
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(when);
  return make("a.button", { href: `/t/${token}` }, title, make("small", {}, ` ${day}`));
}

function card(game) {
  const [low, high] = game.players;
  const name = encodeURIComponent(game.name);
  const work = key && make("a.button", { href: `/workshop/${key}/${name}`, "data-work": game.name }, say("workshop.title"));
  if (game.broken) return make("article.game", {}, make("h3", {}, game.title), make("p.wrong", {}, game.broken), make("p.actions", {}, work));
  return make("article.game", {},
    make("h3", {}, game.title),
    make("p.quiet", {}, [say("shelf.players", low === high ? low : `${low}–${high}`), game.length].filter(Boolean).join(", ")),
    make("p", {}, game.aim),
    make("p.actions", {},
      make("a.button.main", { href: `/new/${name}`, "data-game": game.name }, say("shelf.play")),
      make("a.button", { href: `/rules/${name}?${asking()}` }, say("shelf.rules")),
      work));
}
