import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { codeOf } from "#core/errors.ts";
import type { DeliveryFailure } from "#core/settings/webhooks.ts";
import { isPublicAddress } from "./public-address.ts";

/** How a name becomes an address, and which may be spoken to. */
export type WebhookNetwork = {
  resolve: (host: string) => Promise<string[]>;
  allows: (address: string) => boolean;
};

export const openInternet: WebhookNetwork = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  allows: isPublicAddress,
};

type Message = {
  url: string;
  id: string;
  body: string;
  /** In seconds. */
  timestamp: number;
  secrets: readonly string[];
};

export const secretPrefix = "whsec_";

/** As in the specification of Standard Webhooks: one signature for each secret that is accepted now. */
function signaturesOf({ id, timestamp, body, secrets }: Omit<Message, "url">): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}

/** For all of it together. */
const deadlineMs = 10_000;
/** Nobody reads more of an answer than tells that it came. */
const mostAnswerBytes = 4096;

export type Sent = { isTaken: boolean; outcome: string };

const failed = (outcome: DeliveryFailure): Sent => ({ isTaken: false, outcome });

/**
 * Posts a message. The name is resolved once, every address it has must be allowed, and the connection goes to the first of
 * these: what the name says a moment later does not matter. Redirects are not followed.
 */
export async function sendWebhook(network: WebhookNetwork, message: Message, cut: AbortSignal): Promise<Sent> {
  const addresses = await network.resolve(new URL(message.url).hostname).catch(() => []);
  const [address] = addresses;
  if (address === undefined) return failed("name");
  if (!addresses.every((one) => network.allows(one))) return failed("address");
  try {
    const status = await post(address, message, AbortSignal.any([cut, AbortSignal.timeout(deadlineMs)]));
    return { isTaken: status >= 200 && status < 300, outcome: String(status) };
  } catch (error) {
    return failed(whyFailed(error));
  }
}

function post(address: string, { url, ...message }: Message, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const toAddress: LookupFunction = (_host, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(message.body),
    "User-Agent": "Attestry",
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": signaturesOf(message),
  };
  const sent = request(url, { method: "POST", headers, lookup: toAddress, agent: false, signal }, (answer) => {
    let bytes = 0;
    answer.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > mostAnswerBytes) sent.destroy();
    });
    answer.on("close", () => resolve(answer.statusCode ?? 0));
    answer.on("error", () => undefined);
  });
  sent.on("error", reject);
  sent.end(message.body);
  return promise;
}

function whyFailed(error: unknown): DeliveryFailure {
  const code = codeOf(error) ?? "";
  if (/CERT|ALTNAME|UNABLE_TO/.test(code)) return "certificate";
  if (/^E(CONNREFUSED|HOSTUNREACH|NETUNREACH)$/.test(code)) return "refused";
  return code === "ABORT_ERR" || code === "ETIMEDOUT" ? "silent" : "other";
}
