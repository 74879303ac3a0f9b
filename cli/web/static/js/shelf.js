// The shelf: every game with what it is about and for how many, in groups that the games name themselves.
import { byId, fill, make } from "./dom.js";
import { languageChoice } from "./languages.js";
import { asking, learnWords, say } from "./words.js";
import { workshopKey } from "./key.js";

const key = workshopKey();
await learnWords();
document.title = say("shelf.title");
byId("title").textContent = say("shelf.title");
fill(byId("language"), languageChoice());
const { games } = await (await fetch(`/api/games?${asking()}`)).json();
const groups = new Map();
for (const game of games) groups.set(game.group, [...(groups.get(game.group) ?? []), game]);
fill(byId("main"), ...[...groups].map(([title, inside]) => make("section", {},
  title && make("h2.group", {}, title),
  make("div.shelf", {}, ...inside.map(card)))));

function card(game) {
  const [low, high] = game.players;
  const name = encodeURIComponent(game.name);
  const work = key && make("a.button", { href: `/workshop/${key}/${name}`, "data-work": game.name }, say("workshop.title"));
  if (game.broken) return make("article.game", {}, make("h3", {}, game.title), make("p.wrong", {}, game.broken), make("p.actions", {}, work));
  return make("article.game", {},
    make("h3", {}, game.title),
    make("p.quiet", {}, say("shelf.players", low === high ? low : `${low}–${high}`)),
    make("p", {}, game.aim),
    make("p.actions", {},
      make("a.button.main", { href: `/new/${name}`, "data-game": game.name }, say("shelf.play")),
      make("a.button", { href: `/rules/${name}?${asking()}` }, say("shelf.rules")),
      work));
}
