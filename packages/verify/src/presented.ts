import { readCompactText, type SignedCompactStatement } from "./compact-statement.ts";
import { jsonIn, parsedAlike } from "./json-web-token.ts";
import type { SavedProof } from "./saved-proof.ts";

/** The `typ` of a receipt. */
export const receiptType = "attestry-receipt+jwt";

export type ProofTexts = Pick<SavedProof, "statement"> & Partial<SavedProof>;

/**
 * What somebody shows. A text is parsed once, and all that is said of it is about this object. Nothing in it is verified
 * yet: an address counts only for `address`, which nobody signed, and as the place where the link of a slip or a receipt leads.
 */
export type Presented =
  /** `code` is null if the slip is damaged. */
  | { kind: "slip"; link: URL; code: SignedCompactStatement | null }
  | { kind: "receipt"; link: URL; token: string; disclosure: string }
  | { kind: "statement"; proof: ProofTexts }
  | { kind: "address"; link: URL };

/** Null if the text is none of them. An address is one without path, query and fragment, as people type it. */
export function presentedIn(text: string): Presented | null {
  const link = checkLinkIn(text);
  const receipt = link && readReceiptLink(link.href);
  if (link && receipt) return { kind: "receipt", link, ...receipt };
  const code = link && readCompactText(link.hash.slice(1));
  if (link && code) return { kind: "slip", link, code };
  const proof = proofIn(text);
  if (proof) return { kind: "statement", proof };
  if (link) return { kind: "slip", link, code };
  const address = isBareAddress(text) ? urlOf(text) : null;
  return address && { kind: "address", link: address };
}

/** More than the link of a receipt has: a PDF may have 8,000 characters behind the `#`. */
const maxLinkLength = 8400;

/** The link as it is written: a browser would also find the page at `/./check`, or behind a line break. */
const checkLinkPattern = /^https?:\/\/[^\s/?#\\%]+\/check\/?(?:\?[^\s#]*)?#[^]+$/i;

function checkLinkIn(text: string): URL | null {
  const typed = text.trim();
  const isLink = typed.length <= maxLinkLength && checkLinkPattern.test(typed) && !/\p{Cc}/u.test(typed);
  return isLink ? urlOf(typed) : null;
}

/** Returns the receipt and the disclosure of its link. Null for any other text. Verifies nothing. */
export function readReceiptLink(link: string): { token: string; disclosure: string } | null {
  const { hash = "" } = checkLinkIn(link) ?? {};
  const [, token, disclosure] = /^#([\w-]+\.[\w-]+\.[\w-]+)~([\w-]+)$/.exec(hash) ?? [];
  return token === undefined || disclosure === undefined ? null : { token, disclosure };
}

/** More than a name of a host has. The pattern takes long for long texts. */
const maxAddressLength = 300;

const isBareAddress = (text: string) =>
  text.length <= maxAddressLength &&
  /^\s*(?:https?:\/\/[^\s/?#@\\%:]+|[^\s/?#@\\%:]+\.[^\s/?#@\\%:]+)(?::\d+)?\/?\s*$/i.test(text);

/** Takes an address without its scheme, too. */
export function urlOf(address: string): URL | null {
  const typed = address.trim();
  // `try` instead of URL.parse, which is too new for many phones.
  try {
    return new URL(/^https?:/i.test(typed) ? typed : `https://${typed}`);
  } catch {
    return null;
  }
}

/** Returns the texts of a saved proof, or a statement alone in a text of any other format. Null if there is none. */
export function proofIn(text: string): ProofTexts | null {
  const proof = objectIn(text);
  if (!proof) return null;
  const { statement, log, files } = proof;
  const asText = (value: unknown) => (typeof value === "string" ? value : "");
  if (typeof statement === "string")
    return {
      statement,
      ...(log !== undefined && { log: asText(log) }),
      ...(files !== undefined && { files: asText(files) }),
    };
  const [, alone] = /(?:^|[^\w-])(ey[\w-]+\.[\w-]+\.[\w-]+~[\w~-]*(?:\.[\w-]+\.[\w-]+)?)/.exec(text) ?? [];
  const isReceipt = jsonIn<{ typ: unknown }>(alone?.split(".")[0] ?? "")?.typ === receiptType;
  return alone === undefined || isReceipt ? null : { statement: alone };
}

/** Null if the text begins as a proof and is damaged. */
function objectIn(text: string): Partial<Record<keyof SavedProof, unknown>> | null {
  try {
    const value = parsedAlike(text);
    return typeof value === "object" ? (value ?? {}) : {};
  } catch {
    return text.trimStart().startsWith("{") ? null : {};
  }
}
