import { toBase64Url } from "./base64.ts";
import { checkLink } from "./compact-statement.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { areTexts, isTime, jsonIn, verifiedToken } from "./json-web-token.ts";
import type { PublishedKey } from "./public-keys.ts";
import { sha256Of } from "./sha256.ts";

/** The `typ` of a receipt. */
export const receiptType = "attestry-receipt+jwt";

/**
 * The answer for one number: the digest of its disclosure, and what the site showed. `nothing` is the same for every
 * reason: there is no such record, strangers do not see it, or the name is another.
 */
export type ReceiptAnswer =
  | { digest: string; outcome: "nothing" }
  | { digest: string; outcome: "shown"; published: string; documents: readonly DocumentKind[] };

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

/** Null if none of these keys signed the receipt, or if a byte of it was changed. */
export async function readReceipt(text: string, keys: readonly PublishedKey[]): Promise<Receipt | null> {
  const verified = await verifiedToken<Receipt>(text.trim(), receiptType, keys);
  const { iat, iss, purpose, answers } = verified?.payload ?? {};
  const isWhole = isTime(iat) && areTexts([iss, purpose]) && Array.isArray(answers) && answers.every(isAnswer);
  return isWhole ? (verified?.payload as Receipt) : null;
}

function isAnswer(answer: ReceiptAnswer | null): boolean {
  if (answer?.outcome === "shown" && !(areTexts([answer.published]) && areTexts(answer.documents))) return false;
  return areTexts([answer?.digest, answer?.outcome]);
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
