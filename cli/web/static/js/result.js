// How it ended: who won, the scores and what they are made of; and the slider to look at it again.
import { make } from "./dom.js";
import { askingFor, say } from "./words.js";

export function drawResult(scene, { game, variants }, replay, to) {
  const { result } = scene;
  if (!result) return [];
  return [
    make("h2", { tabindex: "-1" }, result.text),
    result.scores && !replay && scores(scene),
    replay
      ? replay.element
      : make("div.actions", {},
        make("button.button", { type: "button", id: "replay", "data-key": "replay", onclick: to.again }, say("table.replay")),
        make("a.button", { href: `/new/${encodeURIComponent(game)}?${askingFor(variants)}` }, say("table.again")),
        make("a.button", { href: "/" }, say("table.home"))),
  ];
}

function scores(scene) {
  const { result, together } = scene;
  // Where all win or lose as one there is one score.
  const of = (values) => (together ? values.slice(0, 1) : values).map((value) => make("td", {}, String(value)));
  const rows = result.terms.map((term) => make("tr", {}, make("th", { scope: "row" }, term.name), ...of(term.values)));
  return make("div.scroll", {}, make("table", {},
    !together && make("thead", {}, make("tr", {}, make("td", {}), ...scene.seats.map((seat) => make(`th${result.winners.includes(seat.number) ? ".winner" : ""}`, { scope: "col" }, seat.name)))),
    make("tbody", {}, ...rows, make("tr.total", {}, make("th", { scope: "row" }, say("table.total")), ...of(result.scores)))));
}
