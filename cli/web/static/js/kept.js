// Tables that this browser knows: how to come back to them, and the links that were made for friends. Nothing of it is sent.

const KEPT = "rulelang.tables";
const MOST = 30;

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch { return []; }
}

/** @param {string} token of one's own seat @param {{title?: string, over?: boolean, links?: Array, watch?: string}} about */
export function keep(token, about) {
  const all = read();
  const before = all.find((one) => one.token === token) ?? { token };
  try { localStorage.setItem(KEPT, JSON.stringify([{ ...before, ...about, when: Date.now() }, ...all.filter((one) => one !== before)].slice(0, MOST))); }
  catch { /* then it is not kept */ }
}

export function drop(token) {
  try { localStorage.setItem(KEPT, JSON.stringify(read().filter((one) => one.token !== token))); } catch { /* nothing was kept */ }
}

export const kept = (token) => read().find((one) => one.token === token) ?? null;
/** Those that are not over, the one that was looked at last first. */
export const going = () => read().filter((one) => one.title && !one.over);
