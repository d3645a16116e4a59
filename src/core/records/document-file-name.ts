import type { OwnLabels } from "../own-fields/own-field.ts";
import { oncePer } from "../once-per.ts";
import { type AnyKind, isOwnPaper, type OwnPaperId } from "../own-fields/own-paper.ts";
import {
  type DocumentKind,
  documentKinds,
  documentRow,
  isSpecifiedKind,
  type SpecifiedKind,
} from "./document-kinds.ts";

const noPapers: OwnLabels = [];

/** Words as people use them in file names. A form or an import can recognise the kind by them again. */
const fileWords: Record<SpecifiedKind, string> = {
  photo: "photo",
  workPermit: "work permit",
  jobOffer: "job offer",
  application: "application",
  lmia: "LMIA",
  visaPaper: "visa",
  medical: "medical",
  policeClearance: "police clearance",
  fingerprint: "fingerprint",
  ticket: "ticket",
  visaApproval: "visa approval",
  idCard: "ID card",
};

/**
 * Such as "A1234567 work permit.pdf". If a document is made of several uploads, the names have a number from the second
 * file on.
 */
export const documentFileName = (number: string, ...file: Parameters<typeof nameOfKind>): string =>
  `${number} ${nameOfKind(...file)}`;

/** Such as "A1234567/work permit.pdf". Whatever a number looks like, an import reads the whole folder as the number. */
export const documentFilePath = (number: string, ...file: Parameters<typeof nameOfKind>): string =>
  `${number}/${nameOfKind(...file)}`;

/** `papers`: the operator's own. */
function nameOfKind(kind: AnyKind, at: number, format: string, papers: OwnLabels = noPapers): string {
  const place = at === 0 ? "" : ` ${at + 1}`;
  return `${fileWord(kind, papers)}${place}.${format === "jpeg" ? "jpg" : format}`;
}

const ownMark = "own paper";
const hasOwnMark = new RegExp(`(?<!\\p{L})${ownMark}(?!\\p{L})`, "iu");

function fileWord(kind: AnyKind, papers: OwnLabels): string {
  if (isOwnPaper(kind)) return wordOfOwn(kind, papers);
  return isSpecifiedKind(kind) ? fileWords[kind] : (documentRow(kind).words?.[0] ?? kind);
}

/**
 * A site without this paper reads the name, too: there, "Wafid medical" would be a medical form, which visitors may see. So
 * such a name has a mark, with which it means no kind of the program.
 */
function wordOfOwn(kind: OwnPaperId, papers: OwnLabels): string {
  const [title = ""] = Object.values(papers.find(({ id }) => id === kind)?.labels ?? {});
  const word = wordsIn(title).join(" ");
  return word === "" || readFileName(word).kinds.length > 0 ? `${ownMark} ${word || kind.slice(1)}` : word;
}

/**
 * The words that are searched in file names, after those of kinds that are not in the specification, in this order: a visa approval is not a visa, and a passport photo is not a
 * passport.
 */
const names: readonly (readonly [DocumentKind, readonly string[]])[] = [
  ...documentKinds
    .map((kind) => [kind, documentRow(kind).words ?? []] as const)
    .filter(([, words]) => words.length > 0),
  ["visaApproval", ["visa approval", "ভিসা অনুমোদনের চিঠি", "ভিসা অনুমোদন", "approval letter", "approval", "অনুমোদন"]],
  ["idCard", ["id card", "identity card", "পরিচয়পত্র", "আইডি কার্ড"]],
  ["lmia", ["lmia", "lima", "labour market", "labor market", "এলএমআইএ"]],
  ["workPermit", ["work permit", "permit", "ওয়ার্ক পারমিট", "পারমিট"]],
  ["jobOffer", ["job offer", "offer letter", "offer", "job letter", "চাকরি", "অফার"]],
  ["medical", ["medical", "health", "মেডিকেল", "মেডিক্যাল", "স্বাস্থ্য"]],
  ["policeClearance", ["police clearance", "police", "pcc", "clearance", "পুলিশ ক্লিয়ারেন্স", "পুলিশ", "ক্লিয়ারেন্স"]],
  ["fingerprint", ["finger print", "finger", "biometrics", "biometric", "আঙুল", "আঙ্গুল", "ফিঙ্গার"]],
  ["ticket", ["ticket", "eticket", "flight", "itinerary", "boarding pass", "টিকিট", "টিকেট"]],
  ["application", ["application", "আবেদনপত্র", "আবেদন"]],
  ["visaPaper", ["visa", "evisa", "ভিসা"]],
  ["photo", ["passport photo", "passport size", "photo", "portrait", "pp", "ছবি", "ফটো"]],
];

const gap = String.raw`[^\p{L}\p{M}\p{N}]*`;
/** As in "ভিসার মেয়াদ". */
const genitive = "ের|র";
const letter = String.raw`[\p{L}\p{M}]`;

const patternFor = (spelt: string) => new RegExp(`(?<!${letter})(?:${spelt})(?:${genitive})?(?!${letter})`, "giu");

const patterns = names.map(([kind, words]) => {
  const spelt = words.map((word) => word.normalize("NFC").replaceAll(" ", gap)).join("|");
  return [kind, patternFor(spelt)] as const;
});

const wordsIn = (text: string) => plainName(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whatever else their titles mention: a Wafid medical is no medical form. A longer title may have a shorter one in it. */
const patternsOf = oncePer((papers: OwnLabels) =>
  papers
    .flatMap(({ id, labels }) => Object.values(labels).map((label) => ({ id, words: wordsIn(label) })))
    .toSorted((one, other) => other.words.join("").length - one.words.join("").length)
    .flatMap(({ id, words }) =>
      isOwnPaper(id) && words.length > 0 ? [[id, patternFor(words.join(gap))] as const] : [],
    ),
);

/** Matches the names that Telegram and other apps give to every picture. They say nothing about the kind. */
const isOfAnApp = /^\P{L}*photo\P{L}*$/iu;

/** "workPermit_2 (1).PDF" becomes "work Permit_2 (1)". */
const plainName = (name: string): string =>
  name
    .normalize("NFC")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2");

/**
 * Returns the kinds, out of `kinds`, that a file name mentions, the likeliest first, and the remaining pieces of the name.
 */
export function readFileName(name: string, kinds: readonly AnyKind[] = documentKinds, papers: OwnLabels = noPapers) {
  let rest = plainName(name);
  const found: AnyKind[] = [];
  const isOfNoKind = (isOfAnApp.test(rest) && /\p{N}/u.test(rest)) || hasOwnMark.test(rest);
  const known = isOfNoKind ? [] : patterns;
  for (const [kind, pattern] of [...patternsOf(papers), ...known]) {
    if (!kinds.includes(kind)) continue;
    const without = rest.replaceAll(pattern, "|");
    if (without !== rest) found.push(kind);
    rest = without;
  }
  return { kinds: found, rest: rest.split("|") };
}

export const kindByName = (name: string, kinds: readonly AnyKind[], papers: OwnLabels = noPapers): AnyKind | null =>
  readFileName(name, kinds, papers).kinds[0] ?? null;
