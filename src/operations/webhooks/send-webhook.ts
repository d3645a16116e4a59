import { createHmac } from "node:crypto";
import type { Targets } from "../targets/targets.ts";
import { postTo } from "../targets/post-to.ts";

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

/** No more of a response is read than is needed to know that it arrived. */
const maxBytes = 4096;

export type SendResult = { isTaken: boolean; outcome: string };

export async function sendWebhook(targets: Targets, message: Message, cut: AbortSignal): Promise<SendResult> {
  const { url, id, timestamp, body } = message;
  const headers = {
    "Content-Type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signaturesOf(message),
  };
  const answer = await postTo(targets, { url, headers, body }, { cut, maxBytes });
  if (typeof answer === "string") return { isTaken: false, outcome: answer };
  return { isTaken: answer.status >= 200 && answer.status < 300, outcome: String(answer.status) };
}
