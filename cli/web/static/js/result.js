// How it ended: who won, the scores and what they are made of; and the slider to look at it again.
import { make } from "./dom.js";
import { askingFor, say } from "./words.js";

export function drawResult(scene, { game, variants }, replay, to) {
  const { result } = scene;
  if (!result) return [];
  return [
    make("h2", {}, result.text),
    result.scores && scores(scene),
    replay
      ? make("div.replay", {},
        make("label", { for: "slider" }, say("table.step", replay.step, replay.steps)),
        make("input", { id: "slider", type: "range", min: "0", max: String(replay.steps), value: String(replay.step), "data-key": "slider", oninput: (e) => to.moment(Number(e.target.value)) }),
        make("button.button", { type: "button", "data-key": "end", onclick: to.end }, say("table.back_to_end")))
      : make("div.actions", {},
        make("button.button", { type: "button", id: "replay", "data-key": "replay", onclick: () => to.moment(0) }, say("table.replay")),
        make("a.button", { href: `/new/${encodeURIComponent(game)}?${askingFor(variants)}` }, say("table.again")),
        make("a.button", { href: "/" }, say("table.home"))),
  ];
}

function scores(scene) {
  const { result, seats } = scene;
  const rows = result.terms.map((term) => make("tr", {}, make("th", { scope: "row" }, term.name), ...term.values.map((value) => make("td", {}, String(value)))));
  return make("div.scroll", {}, make("table", {},
    make("thead", {}, make("tr", {}, make("td", {}), ...seats.map((seat) => make(`th${result.winners.includes(seat.number) ? ".winner" : ""}`, { scope: "col" }, seat.name)))),
    make("tbody", {}, ...rows, make("tr.total", {}, make("th", { scope: "row" }, say("table.total")), ...result.scores.map((score) => make("td", {}, String(score)))))));
}
