import { toBase64Url } from "./base64.ts";
import { checkLink } from "./compact-statement.ts";
import { isDay } from "./days.ts";
import { type DocumentKind, isDocumentKind } from "./document-kinds.ts";
import { byNewestDay } from "./ended-papers.ts";
import { areTexts, clockTolerance, jsonIn, verifiedToken } from "./json-web-token.ts";
import { originOf } from "./origin-of.ts";
import { receiptType } from "./presented.ts";
import type { PublishedKey } from "./public-keys.ts";
import { logTrustOf } from "./read-saved.ts";
import { type Trust, trustIn } from "./saved-proof.ts";
import { sha256Of } from "./sha256.ts";
import { parseCheckpoint } from "./signed-note.ts";
import { addressesOf, type Site } from "./verdict.ts";

/**
 * The answer for one number: the digest of its disclosure, and what the site showed. `nothing` is the same for every
 * reason: there is no such record, strangers do not see it, or the name is another. That there was nothing is the word of
 * the site alone: the log has only what was published.
 */
export type ReceiptAnswer =
  | { digest: string; outcome: "nothing" }
  | {
      digest: string;
      outcome: "shown";
      published: string;
      /** The day since which the content was as it was then. Left out if it was not later than `published`. */
      content_since?: string;
      documents: readonly DocumentKind[];
      /** The last days that were over then, by kind. Left out if there is none. */
      ended?: Partial<Record<DocumentKind, string>>;
    };

/** The papers that had ended when the receipt was made, the newest day first. What is no day of a known kind is left out. */
export const endedInAnswer = (answer: ReceiptAnswer): { kind: DocumentKind; lastDay: string }[] =>
  Object.entries((answer.outcome === "shown" && answer.ended) || {})
    .flatMap(([kind, lastDay]) => (isDocumentKind(kind) && isDay(lastDay) ? [{ kind, lastDay }] : []))
    .toSorted(byNewestDay);

/** The claims of a receipt. */
export type Receipt = {
  iss: string;
  /** When it was asked, in seconds since 1970. */
  iat: number;
  /** Null for a visitor of the site, who kept one answer. */
  asked_by: { name: string; country: string } | null;
  /** Empty for a visitor. */
  purpose: string;
  /** What had to be right: the number alone, the number and the name, or these and a share code. */
  asked_with: "number" | "name" | "name and code";
  /** The newest checkpoint of the public log then. Null if the log had none. */
  checkpoint: string | null;
  answers: readonly ReceiptAnswer[];
};

/**
 * What a receipt is, after its signature, address, time and checkpoint were checked. `log`: whether a quorum of witnesses
 * signed its checkpoint. Null if it has none, and `unknown` if this browser or device cannot tell.
 */
export type ReceiptReading =
  | { kind: "receipt"; receipt: Receipt; log: Trust | "unknown" | null }
  /** The receipt says that another site made it. */
  | { kind: "other-site"; host: string }
  /** Its time is later than the clock of the reader. */
  | { kind: "to-come" }
  /** No key of this site's log signed its checkpoint. */
  | { kind: "not-logged" }
  | { kind: "unsigned" | "revoked" | "no-keys" | "damaged" };

/** Reads a receipt of this site. Whether its checkpoint is in the log as it is now, `findCheckpoint` tells. */
export async function readReceipt(text: string, { now, ...site }: Site & { now: number }): Promise<ReceiptReading> {
  const { keys } = site;
  const { iss } = jsonIn<Receipt>(text.split(".")[1] ?? "") ?? {};
  const origin = typeof iss === "string" && originOf(iss);
  if (iss === undefined || !origin) return { kind: "damaged" };
  if (!addressesOf(site).includes(iss)) return { kind: "other-site", host: new URL(origin).host };
  if (!keys) return { kind: "no-keys" };
  const receipt = await signedReceipt(text, keys.jwks.keys);
  if (!receipt) return { kind: (await signedReceipt(text, keys.revoked_keys)) ? "revoked" : "unsigned" };
  if (receipt.iat > now / 1000 + clockTolerance) return { kind: "to-come" };
  if (receipt.checkpoint === null) return { kind: "receipt", receipt, log: null };
  const checkpoint = parseCheckpoint(receipt.checkpoint);
  const log = checkpoint ? await trustIn(checkpoint, logTrustOf(keys)) : "not-logged";
  return log === "not-logged" ? { kind: log } : { kind: "receipt", receipt, log };
}

/** Null if none of these keys signed the receipt while it was in use, or if a byte of it was changed. */
export async function signedReceipt(text: string, keys: readonly PublishedKey[]): Promise<Receipt | null> {
  const { payload } = (await verifiedToken<Receipt>(text, receiptType, keys)) ?? {};
  const { iss, purpose, asked_with, asked_by, checkpoint, answers } = payload ?? {};
  const isWhole =
    areTexts([iss, purpose, asked_with, checkpoint === null ? "" : checkpoint]) &&
    (asked_by === null || areTexts([asked_by?.name, asked_by?.country])) &&
    Array.isArray(answers) &&
    answers.every(isAnswer);
  return isWhole ? (payload as Receipt) : null;
}

function isAnswer(answer: ReceiptAnswer | null): boolean {
  if (typeof answer?.digest !== "string") return false;
  if (answer.outcome === "shown") {
    const { published, content_since = published, documents } = answer;
    return isDay(published) && isDay(content_since) && areTexts(documents);
  }
  return answer.outcome === "nothing";
}

/** `name` is empty if nobody asked for it. */
export type Asked = { number: string; name: string };

/** Returns what was asked and answered, for a disclosure that belongs to this receipt. Null for any other text. */
export async function answerFor(
  receipt: Receipt,
  disclosure: string,
): Promise<{ asked: Asked; answer: ReceiptAnswer } | null> {
  const digest = toBase64Url(await sha256Of(disclosure));
  const answer = receipt.answers.find((one) => one.digest === digest);
  const disclosed = answer && jsonIn<unknown[]>(disclosure);
  const asked = (Array.isArray(disclosed) ? disclosed[1] : null) as Asked | null;
  return answer && areTexts([asked?.number, asked?.name]) && asked ? { asked, answer } : null;
}

/** The link in the PDF of a visitor's receipt: the page `/check`, the receipt, and the disclosure of its only answer. */
export const receiptLink = (publicUrl: string, token: string, disclosure: string): string =>
  checkLink(publicUrl, `${token}~${disclosure}`);
