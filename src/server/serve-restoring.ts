import { once } from "node:events";
import { createServer } from "node:http";
import { type RestoreProgress, restoringPage } from "#web/account/setup/restoring-page.server.ts";
import { listen, type Place } from "./listen.ts";

/** While a backup is restored, answers every request with a page that says how far it is. */
export async function serveRestoring(place: Place, wasInterrupted: boolean) {
  let progress: RestoreProgress = { part: "documents", share: null, wasInterrupted };
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    const { status, headers, html } = restoringPage(progress);
    // The process is well: whoever watches it must not end it.
    const isWell = incoming.url === "/healthz";
    outgoing.writeHead(isWell ? 200 : status, { ...headers, Connection: "close" }).end(html);
  });
  await listen(server, place);
  return {
    show(part: RestoreProgress["part"], share: number | null) {
      progress = { part, share, wasInterrupted };
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
