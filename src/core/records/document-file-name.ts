import { type DocumentKind, documentKinds } from "./document-kinds.ts";

/** As people name files, so that a form or an import recognises the kind again. */
const kindWords: Record<DocumentKind, string> = {
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

/** "A1234567 work permit.pdf"; what is made of several uploads has a number from the second on. */
export function documentFileName(number: string, kind: DocumentKind, at: number, format: string): string {
  const place = at === 0 ? "" : ` ${at + 1}`;
  return `${number} ${kindWords[kind]}${place}.${format === "jpeg" ? "jpg" : format}`;
}

/** Words of file names, in the order in which they are looked for: a visa approval is no visa, a passport photo no passport. */
const names: readonly (readonly [DocumentKind, readonly string[]])[] = [
  ["visaApproval", ["visa approval", "approval letter", "approval", "অনুমোদন"]],
  ["idCard", ["id card", "identity card", "পরিচয়পত্র", "আইডি কার্ড"]],
  ["lmia", ["lmia", "lima", "labour market", "labor market", "এলএমআইএ"]],
  ["workPermit", ["work permit", "permit", "ওয়ার্ক পারমিট", "পারমিট"]],
  ["jobOffer", ["job offer", "offer letter", "offer", "job letter", "চাকরি", "অফার"]],
  ["medical", ["medical", "health", "মেডিকেল", "মেডিক্যাল", "স্বাস্থ্য"]],
  ["policeClearance", ["police clearance", "police", "pcc", "clearance", "পুলিশ ক্লিয়ারেন্স", "পুলিশ", "ক্লিয়ারেন্স"]],
  ["fingerprint", ["finger print", "finger", "biometrics", "biometric", "আঙুল", "আঙ্গুল", "ফিঙ্গার"]],
  ["ticket", ["ticket", "eticket", "flight", "itinerary", "boarding pass", "টিকিট", "টিকেট"]],
  ["application", ["application", "আবেদন"]],
  ["visaPaper", ["visa", "evisa", "ভিসা"]],
  ["photo", ["passport photo", "passport size", "photo", "portrait", "pp", "ছবি", "ফটো"]],
];

const gap = String.raw`[^\p{L}\p{M}\p{N}]*`;
const letter = String.raw`[\p{L}\p{M}]`;

const patterns = names.map(([kind, words]) => {
  const spelt = words.map((word) => word.normalize("NFC").replaceAll(" ", gap)).join("|");
  return [kind, new RegExp(`(?<!${letter})(?:${spelt})(?!${letter})`, "giu")] as const;
});

/** Telegram and others name every picture so. */
const isOfAnApp = /^\P{L}*photo\P{L}*$/iu;

/** "workPermit_2 (1).PDF" is "work Permit_2 (1)". */
const plainName = (name: string): string =>
  name
    .normalize("NFC")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2");

/** What the name of a file says that it is, among these kinds, the likeliest first; and what else it says, in pieces. */
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
