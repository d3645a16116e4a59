import { kindByName } from "#core/records/document-file-name.ts";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import { type AnyKind, isOff, type PapersHere } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";

/** True if the picture is upright, nearly square, and too small for a legible page. */
export const looksLikePhoto = ({ width, height }: { width: number; height: number }): boolean =>
  width / height >= 0.72 && width / height <= 1.02 && height <= 800;

/** A legible page has more bytes. */
const maxBytesOfPhoto = 500_000;

/** The papers of a form: the kinds that it takes, the operator's own, and the kinds that are off. */
export type PapersOfForm = { kinds: readonly AnyKind[]; ownPapers: OwnLabels } & Pick<PapersHere, "kindsOff">;

/**
 * The likeliest kind in a file name, which may be one that is off: a visa approval is no visa, although this site has
 * nothing else of that name.
 */
export const kindInName = (name: string, { kinds, ownPapers, kindsOff }: PapersOfForm): AnyKind | null =>
  kindByName(name, [...kinds, ...documentKinds.filter((kind) => isOff({ kindsOff }, kind))], ownPapers);

/** Guesses the kind by the file name, else by the shape of a small picture. */
export async function guessKind(file: File, papers: PapersOfForm): Promise<AnyKind | null> {
  const { kinds } = papers;
  const found = kindInName(file.name, papers);
  const named = kinds.find((kind) => kind === found) ?? null;
  // A file name with a kind that this form does not take also shows that the file is no photo.
  const saysKind = kindByName(file.name, documentKinds) !== null;
  if (saysKind || !kinds.includes("photo") || !file.type.startsWith("image/") || file.size > maxBytesOfPhoto)
    return named;
  const picture = await createImageBitmap(file).catch(() => null);
  const isPhoto = picture !== null && looksLikePhoto(picture);
  picture?.close();
  return isPhoto ? "photo" : null;
}
