import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "#test/support/processes/serve.ts";

export type Between = AsyncDisposable & {
  url: string;
  /** From now on the service worker's script comes as this makes it. */
  rewriteWorker: (rewrite: (script: string) => string) => void;
  /** From now on there is another site at the address, which knows of no worker. */
  becomeAnotherSite: () => void;
};

/** A proxy before a portal, by which the service worker's file can be made to change or to vanish. */
export async function startBetween(portal: string): Promise<Between> {
  let rewrite: ((script: string) => string) | null = null;
  let isAnotherSite = false;

  async function passOn(answer: IncomingMessage, outgoing: ServerResponse, isWorker: boolean): Promise<void> {
    if (rewrite && isWorker) {
      outgoing.writeHead(200, { "Content-Type": "text/javascript" }).end(rewrite(await text(answer)));
    } else {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }
  }

  const site = await serve((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    const isWorker = path.startsWith("/sw.js");
    if (isAnotherSite) {
      outgoing.writeHead(isWorker ? 404 : 200, { "Content-Type": "text/html" }).end(anotherPage);
      return;
    }
    const { "if-none-match": _, ...headers } = incoming.headers;
    const asked = request(`${portal}${path}`, { method: incoming.method, headers });
    asked.once("response", (answer) => void passOn(answer, outgoing, isWorker));
    incoming.pipe(asked);
  });
  return Object.assign(site, {
    url: `http://localhost:${site.port}`,
    rewriteWorker: (how: (script: string) => string) => void (rewrite = how),
    becomeAnotherSite: () => void (isAnotherSite = true),
  });
}

const anotherPage = '<!doctype html><link rel="icon" href="data:,"><title>Another site</title>';
