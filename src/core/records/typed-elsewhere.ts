import { type CodeShape, linkCode, parseCode, printedCode, shareCode } from "../holders/codes.ts";
import { canonicalNumber, visible } from "./numbers.ts";

/** What belongs on another page of this site than in the box for a number. It depends on the typed text alone. */
export type TypedElsewhere =
  | { kind: "share-code"; code: string }
  | { kind: "card-code" }
  /** `to` begins with a slash. */
  | { kind: "address"; to: string };

/** Longer than the text of any message with a code, or of the address of a slip. */
const longest = 8400;

/** `origin` is the address of the site. Null for what seems to be a number, or is nothing of this site. */
export function typedElsewhere(typed: string, origin: string): TypedElsewhere | null {
  if (typed.length > longest) return null;
  const text = visible(typed).trim();
  const code = codeIn(text, shareCode);
  if (code !== null) return { kind: "share-code", code: printedCode(code, shareCode) };
  if (codeIn(text, linkCode) !== null) return { kind: "card-code" };
  const to = addressIn(text, origin);
  return to === null ? null : { kind: "address", to };
}

/** Finds a code that stands alone, or in a message as it is printed. */
function codeIn(text: string, shape: CodeShape): string | null {
  const group = `[\\p{L}\\p{Nd}]{${shape.group}}`;
  const printed = `(?<![\\p{L}\\p{Nd}])${group}(?:\\p{Pd}${group}){${shape.length / shape.group - 1}}(?![\\p{L}\\p{Nd}])`;
  const candidates = [text, ...(text.match(new RegExp(printed, "gu")) ?? [])];
  return candidates.flatMap((one) => parseCode(one, shape) ?? []).find((code) => !likeNumber.test(code)) ?? null;
}

/** As numbers of passports and of most papers are. One code in a thousand is so, too. */
const likeNumber = /^[A-Z]{0,3}\d+[A-Z]{0,2}$/;

const places = ["/code", "/check", "/my-record", "/published"];

/** Strangers send long texts: a regular expression for the end would take a time that grows with their square. */
function withoutEndOfSentence(text: string): string {
  const letters = [...text];
  return letters.slice(0, letters.findLastIndex((letter) => !/[\p{Po}\p{Pe}]/u.test(letter)) + 1).join("");
}

/** The page that an address of this site leads to, with what stands behind the `#`, which nothing sends to the server. */
function addressIn(text: string, origin: string): string | null {
  const { host } = new URL(origin);
  const start = text.toLowerCase().indexOf(host.toLowerCase());
  if (start === -1 || canonicalNumber(text) !== null) return null;
  const [rest = ""] = text.slice(start + host.length).split(/\s/);
  const url = URL.parse(withoutEndOfSentence(rest), origin);
  const isOurs = url !== null && url.origin === new URL(origin).origin;
  const place = places.find((one) => url?.pathname === one || url?.pathname.startsWith(`${one}/`));
  return isOurs && place !== undefined ? url.pathname + url.search + url.hash : null;
}
