import { kindByName } from "#core/records/document-file-name.ts";
import type { OwnLabels } from "#core/own-fields/own-field.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";

/** True if the picture is upright, nearly square, and too small for a legible page. */
export const looksLikePhoto = ({ width, height }: { width: number; height: number }): boolean =>
  width / height >= 0.72 && width / height <= 1.02 && height <= 800;

/** A legible page has more bytes. */
const maxBytesOfPhoto = 500_000;

/** Guesses the kind by the file name, else by the shape of a small picture. */
export async function guessKind(file: File, kinds: readonly AnyKind[], papers: OwnLabels): Promise<AnyKind | null> {
  const named = kindByName(file.name, kinds, papers);
  // A file name with a kind that this form does not take also shows that the file is no photo.
  const saysKind = kindByName(file.name, documentKinds) !== null;
  if (saysKind || !kinds.includes("photo") || !file.type.startsWith("image/") || file.size > maxBytesOfPhoto)
    return named;
  const picture = await createImageBitmap(file).catch(() => null);
  const isPhoto = picture !== null && looksLikePhoto(picture);
  picture?.close();
  return isPhoto ? "photo" : null;
}
