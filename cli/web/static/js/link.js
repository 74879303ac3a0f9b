// The connection of a seat: protocol 1 of docs/web.md. It comes back by itself when it was lost.

const PATIENCE = [300, 700, 1500, 3000, 6000];

/** @param {string} token @param {string} asking @param {{frame: Function, open: Function, lost: Function}} to */
export function connect(token, asking, to) {
  let socket = null;
  let failures = 0;

  function open() {
    const where = new URL(`/ws/${token}?${asking}`, location.href);
    where.protocol = where.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(where);
    socket.addEventListener("open", () => { failures = 0; to.open(); });
    socket.addEventListener("message", (event) => to.frame(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      const forGood = event.code === 4404;
      to.lost(forGood);
      if (!forGood) setTimeout(open, PATIENCE[Math.min(failures++, PATIENCE.length - 1)]);
    });
  }
  open();
  return {
    here: () => socket.readyState === WebSocket.OPEN,
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
