import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onTestFinished } from "vitest";
import type { Portal } from "#operations/portal/portal.ts";
import { isPublicAddress } from "#operations/targets/public-address.ts";
import type { Targets } from "#operations/targets/targets.ts";
import { localhostCertificate } from "./localhost-certificate.ts";

type Received = { headers: Record<string, string>; body: string };

/**
 * A webhook receiver on loopback that answers as its `mood` requires. Senders must resolve hooks.example to 127.0.0.1.
 */
export class WebhookReceiver implements AsyncDisposable {
  /** A status, a kind of misbehaviour, or a function that makes the answer. */
  mood:
    | number
    | "says nothing"
    | "never ends"
    | "redirects"
    | ((body: string) => [status: number, answer: string | Buffer]) = 204;
  elsewhere = "";
  readonly received: Received[] = [];
  /** The number of response bytes sent in the mood "never ends". */
  answered = 0;
  readonly #server: Server = createServer(localhostCertificate, (request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      this.received.push({ headers, body });
      return this.#answer(response, body);
    });
  });

  async start(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get url(): string {
    const address = this.#server.address();
    return `https://hooks.example:${typeof address === "object" ? address?.port : 0}/hook`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #answer(response: ServerResponse, body: string): void {
    if (this.mood === "says nothing") return;
    if (typeof this.mood === "number") return void response.writeHead(this.mood).end();
    if (typeof this.mood === "function") {
      const [status, answer] = this.mood(body);
      return void response.writeHead(status).end(answer);
    }
    if (this.mood === "redirects") return void response.writeHead(307, { Location: this.elsewhere }).end();
    response.writeHead(200);
    const part = "x".repeat(1024);
    const more = () => {
      let isTaken = true;
      while (isTaken && !response.destroyed) {
        this.answered += part.length;
        isTaken = response.write(part);
      }
      response.once("drain", more);
    };
    more();
  }
}

/** For `beforeAll`. */
export function trustLocalhost(): () => void {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, localhostCertificate.cert]);
  return () => setDefaultCACertificates(trusted);
}

export async function freshReceiver(): Promise<WebhookReceiver> {
  const receiver = await new WebhookReceiver().start();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

/** Host names resolve to what the test says. Of the loopback addresses, only 127.0.0.1 is allowed. */
export const onLoopback = (portal: Portal, resolve: Targets["resolve"] = async () => ["127.0.0.1"]): Portal => ({
  ...portal,
  targets: { resolve, allows: (address) => address === "127.0.0.1" || isPublicAddress(address) },
});
