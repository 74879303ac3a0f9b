// A new table: variants, settings and who sits where.
import { byId, fill, make } from "./dom.js";
import { showLinks } from "./invite.js";
import { keep } from "./kept.js";
import { languageChoice } from "./languages.js";
import { refusal } from "./refused.js";
import { asking, askingFor, learnWords, level, say } from "./words.js";

const game = decodeURIComponent(location.pathname.split("/").pop());
const name = encodeURIComponent(game);
const chosen = { variants: new URLSearchParams(location.search).getAll("variant"), settings: {}, seats: [] };
let about = null;
let bots = [];

await learnWords();
document.title = say("new.title");
fill(byId("language"), languageChoice());
bots = (await (await fetch(`/api/games?${asking()}`)).json()).bots;
await load();

async function load() {
  const answer = await fetch(`/api/games/${name}?${askingFor(chosen.variants)}`);
  const found = await answer.json();
  if (!answer.ok) return wrong(refusal(found));
  about = found;
  const [low, high] = about.players;
  const count = Math.min(Math.max(chosen.seats.length || Math.max(low, Math.min(2, high)), low), high);
  seatsFor(count);
  draw();
}

function seatsFor(count) {
  while (chosen.seats.length < count) chosen.seats.push({ who: chosen.seats.length ? "normal" : "me", name: "" });
  chosen.seats.length = count;
}

function draw() {
  const [low, high] = about.players;
  byId("title").textContent = about.title;
  fill(byId("main"),
    make("p.aim", {}, about.aim),
    low < high && make("label.row", {}, make("span", {}, say("new.players")), players(low, high)),
    make("fieldset", {}, make("legend", {}, say("new.players")), ...chosen.seats.map(seat)),
    about.variants.length > 0 && make("fieldset", {}, make("legend", {}, say("new.variants")), ...about.variants.map(variant)),
    about.settings.length > 0 && make("fieldset", {}, make("legend", {}, say("new.settings")), ...about.settings.map(setting)),
    make("p.wrong", { id: "wrong", role: "alert" }),
    make("p.actions", {},
      make("button.button.main", { type: "button", id: "start", onclick: start }, say("new.start")),
      make("a.button", { href: `/rules/${name}?${askingFor(chosen.variants)}`, target: "_blank", rel: "noopener" }, say("shelf.rules")),
      make("a.button", { href: "/" }, say("table.home"))));
}

function players(low, high) {
  const counts = Array.from({ length: high - low + 1 }, (_, n) => low + n);
  return make("select", { id: "players", onchange: (e) => { seatsFor(Number(e.target.value)); draw(); } },
    ...counts.map((n) => make("option", { value: String(n), selected: n === chosen.seats.length }, String(n))));
}

function seat(one, number) {
  const who = [["me", say("new.me")], ["friend", say("new.friend")], ...bots.map((bot) => [bot, say("new.bot", level(bot))])];
  return make("div.row", {},
    make("span", {}, say("new.seat", number + 1)),
    make("select", { "aria-label": say("new.seat", number + 1), "data-seat": String(number), onchange: (e) => { one.who = e.target.value; } },
      ...who.map(([value, title]) => make("option", { value, selected: value === one.who }, title))),
    make("input", { "aria-label": `${say("new.seat", number + 1)}: ${say("new.name")}`, placeholder: say("new.name"), maxlength: "30", value: one.name, oninput: (e) => { one.name = e.target.value; } }));
}

function variant(one) {
  const changed = (e) => {
    chosen.variants = chosen.variants.filter((v) => v !== one.name);
    if (e.target.checked) chosen.variants.push(one.name);
    load();
  };
  return make("label.row", {}, make("input", { type: "checkbox", checked: chosen.variants.includes(one.name), onchange: changed }), make("span", {}, one.title));
}

function setting(one) {
  const value = String(chosen.settings[one.name] ?? one.usual);
  const changed = (e) => { chosen.settings[one.name] = e.target.value; };
  const input = one.values.length
    ? make("select", { onchange: changed }, ...one.values.map((v) => make("option", { value: v.name, selected: v.name === value }, v.title)))
    : make("input", { type: "number", min: String(one.least), max: String(one.most), value, onchange: changed });
  return make("label.row", {}, make("span", {}, one.title), input);
}

async function start() {
  const seats = chosen.seats.map(({ who, name: called }) => ({ who: who === "me" || who === "friend" ? "person" : who, name: called }));
  const body = JSON.stringify({ game, variants: chosen.variants, settings: chosen.settings, seats });
  const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body });
  const opened = await answer.json();
  if (!answer.ok) return wrong(refusal(opened));
  const links = opened.seats.map(({ seat: number, token }) => ({ number, token, mine: chosen.seats[number].who === "me" }));
  const mine = links.find((link) => link.mine);
  if (links.length === 1 && mine) keep(mine.token, { links: [], watch: opened.watch });
  if (links.length === 1 && mine) location.assign(`/t/${mine.token}`);
  else showLinks(byId("main"), links, opened.watch);
}

function wrong(text) {
  const place = byId("wrong");
  if (place) place.textContent = text;
  else fill(byId("main"), make("p.wrong", { role: "alert" }, text), make("p.actions", {}, make("a.button", { href: "/" }, say("table.home"))));
}
