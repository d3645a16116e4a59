import {
  type DocumentKind,
  documentKinds,
  documentRow,
  isSpecifiedKind,
  type SpecifiedKind,
} from "./document-kinds.ts";

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

function nameOfKind(kind: DocumentKind, at: number, format: string): string {
  const place = at === 0 ? "" : ` ${at + 1}`;
  return `${fileWord(kind)}${place}.${format === "jpeg" ? "jpg" : format}`;
}

const fileWord = (kind: DocumentKind): string =>
  isSpecifiedKind(kind) ? fileWords[kind] : (documentRow(kind).words?.[0] ?? kind);

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

const patterns = names.map(([kind, words]) => {
  const spelt = words.map((word) => word.normalize("NFC").replaceAll(" ", gap)).join("|");
  return [kind, new RegExp(`(?<!${letter})(?:${spelt})(?:${genitive})?(?!${letter})`, "giu")] as const;
});

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
export function readFileName(name: string, kinds: readonly DocumentKind[] = documentKinds) {
  let rest = plainName(name);
  const found: DocumentKind[] = [];
  for (const [kind, pattern] of isOfAnApp.test(rest) && /\p{N}/u.test(rest) ? [] : patterns) {
    if (!kinds.includes(kind)) continue;
    const without = rest.replaceAll(pattern, "|");
    if (without !== rest) found.push(kind);
    rest = without;
  }
  return { kinds: found, rest: rest.split("|") };
}

export const kindByName = (name: string, kinds: readonly DocumentKind[]): DocumentKind | null =>
  readFileName(name, kinds).kinds[0] ?? null;
