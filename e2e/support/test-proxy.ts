import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "#test/support/processes/serve.ts";

export type Between = AsyncDisposable & {
  url: string;
  /** From now on, changes the script of the service worker with `rewrite`. */
  rewriteWorker: (rewrite: (script: string) => string) => void;
  /** From now on, sends pages only up to this text. The returned function sends the rest. */
  cutPages: (at: string) => () => void;
  /** From now on, serves another site at the same address, without a service worker. */
  becomeAnotherSite: () => void;
};

/** A proxy in front of a portal that can change or remove the script of the service worker. */
export async function startTestProxy(portal: string): Promise<Between> {
  let rewrite: ((script: string) => string) | null = null;
  let isAnotherSite = false;
  let cut: { at: string; rest: Promise<void> } | null = null;

  async function passOn(answer: IncomingMessage, outgoing: ServerResponse, isWorker: boolean): Promise<void> {
    if (rewrite && isWorker) {
      outgoing.writeHead(200, { "Content-Type": "text/javascript" }).end(rewrite(await text(answer)));
    } else if (cut && answer.headers["content-type"]?.startsWith("text/html")) {
      const { at, rest } = cut;
      const page = await text(answer);
      outgoing.writeHead(200, answer.headers).write(page.slice(0, page.indexOf(at)));
      await rest;
      outgoing.end(page.slice(page.indexOf(at)));
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
    const { "if-none-match": _, "accept-encoding": __, ...headers } = incoming.headers;
    const asked = request(`${portal}${path}`, { method: incoming.method, headers });
    asked.once("response", (answer) => void passOn(answer, outgoing, isWorker));
    incoming.pipe(asked);
  });
  return Object.assign(site, {
    url: `http://localhost:${site.port}`,
    rewriteWorker: (how: (script: string) => string) => void (rewrite = how),
    cutPages: (at: string) => {
      const { promise: rest, resolve } = Promise.withResolvers<void>();
      cut = { at, rest };
      return resolve;
    },
    becomeAnotherSite: () => void (isAnotherSite = true),
  });
}

const anotherPage = '<!doctype html><link rel="icon" href="data:,"><title>Another site</title>';
