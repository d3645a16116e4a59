import type { DocumentKind } from "#core/records/document-kinds.ts";

/** Words of file names, in the order in which they are looked for: a visa approval is no visa, a passport photo no passport. */
const names: readonly (readonly [DocumentKind, readonly string[]])[] = [
  ["visaApproval", ["visa approval", "approval letter", "approval", "অনুমোদন"]],
  ["idCard", ["id card", "idcard", "identity card", "পরিচয়পত্র", "আইডি কার্ড"]],
  ["lmia", ["lmia", "lima", "labour market", "labor market", "এলএমআইএ"]],
  ["workPermit", ["work permit", "workpermit", "permit", "ওয়ার্ক পারমিট", "পারমিট"]],
  ["jobOffer", ["job offer", "joboffer", "offer letter", "offer", "job letter", "চাকরি", "অফার"]],
  ["medical", ["medical", "health", "মেডিকেল", "মেডিক্যাল", "স্বাস্থ্য"]],
  ["policeClearance", ["police", "pcc", "clearance", "পুলিশ", "ক্লিয়ারেন্স"]],
  ["fingerprint", ["fingerprint", "finger print", "finger", "biometric", "biometrics", "আঙুল", "আঙ্গুল", "ফিঙ্গার"]],
  ["ticket", ["ticket", "eticket", "flight", "itinerary", "boarding pass", "টিকিট", "টিকেট"]],
  ["application", ["application", "আবেদন"]],
  ["visaPaper", ["visa", "evisa", "ভিসা"]],
  ["photo", ["passport photo", "passport size", "photo", "portrait", "pp", "ছবি", "ফটো"]],
];

/** Telegram and others name every picture so. */
const isOfAnApp = /^photo [\d ]+$/;

/** What the name of a file says that it is, among these kinds. */
export function kindByName(name: string, kinds: readonly DocumentKind[]): DocumentKind | null {
  const words = wordsOf(name);
  if (isOfAnApp.test(words)) return null;
  const found = names.find(([kind, those]) => kinds.includes(kind) && those.some((word) => holds(words, word)));
  return found?.[0] ?? null;
}

const holds = (words: string, word: string) => ` ${words} `.includes(` ${word.normalize("NFC")} `);

/** "workPermit_2 (1).PDF" is "work permit 2 1". */
const wordsOf = (name: string): string =>
  name
    .normalize("NFC")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{L}|\p{M})(\p{N})/gu, "$1 $2")
    .replaceAll(/(\p{N})(\p{L})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Upright, nearly square, and too small for a page that is to be read. */
export const looksLikePhoto = ({ width, height }: { width: number; height: number }): boolean =>
  width / height >= 0.72 && width / height <= 1.02 && height <= 800;

/** A page that is to be read is larger. */
const mostBytesOfPhoto = 500_000;

/** By the name, else by the look of a small picture. */
export async function guessKind(file: File, kinds: readonly DocumentKind[]): Promise<DocumentKind | null> {
  const named = kindByName(file.name, kinds);
  if (named || !kinds.includes("photo") || !file.type.startsWith("image/") || file.size > mostBytesOfPhoto)
    return named;
  const picture = await createImageBitmap(file).catch(() => null);
  const isPhoto = picture !== null && looksLikePhoto(picture);
  picture?.close();
  return isPhoto ? "photo" : null;
}
