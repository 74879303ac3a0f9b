// The links of a table, for friends and for watchers: on a page when it is new, and at the table again.
import { fill, make } from "./dom.js";
import { keep } from "./kept.js";
import { say } from "./words.js";

export function showLinks(place, links, watch) {
  const mine = links.find((link) => link.mine);
  if (mine) keep(mine.token, { links: links.filter((link) => link !== mine), watch });
  fill(place, ...rows(links.filter((link) => link !== mine), watch),
    mine && make("p.actions", {}, make("a.button.main", { id: "sit", href: `/t/${mine.token}` }, say("new.sit"))));
}

function rows(links, watch) {
  return [
    links.length > 0 && make("p", {}, say("new.links")),
    ...links.map((link) => row(say("new.seat", link.number + 1), link.token)),
    row(say("new.watch"), watch),
  ];
}

/** The same at the table, for whoever opened it. */
export function linksDialog({ links, watch }) {
  const dialog = make("dialog.links", { "aria-label": say("table.links") }, ...rows(links, watch),
    make("p.actions", {}, make("button.button", { type: "button", onclick: () => dialog.close() }, say("table.close"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function row(title, token) {
  const address = new URL(`/t/${token}`, location.href).href;
  const button = make("button.button", { type: "button", "aria-label": `${say("new.copy")}: ${title}` }, say("new.copy"));
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = say("new.copied");
      button.setAttribute("aria-label", `${say("new.copied")}: ${title}`);
    } catch {
      button.previousSibling.select();
    }
  });
  return make("div.row", {}, make("span", {}, title),
    make("input.link", { readonly: true, value: address, "aria-label": title, onfocus: (e) => e.target.select() }), button);
}
