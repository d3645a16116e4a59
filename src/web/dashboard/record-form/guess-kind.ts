import { kindByName } from "#core/records/document-file-name.ts";
import { type DocumentKind, documentKinds } from "#core/records/document-kinds.ts";

/** Upright, nearly square, and too small for a page that is to be read. */
export const looksLikePhoto = ({ width, height }: { width: number; height: number }): boolean =>
  width / height >= 0.72 && width / height <= 1.02 && height <= 800;

/** A page that is to be read is larger. */
const mostBytesOfPhoto = 500_000;

/** By the name, else by the look of a small picture. */
export async function guessKind(file: File, kinds: readonly DocumentKind[]): Promise<DocumentKind | null> {
  const named = kindByName(file.name, kinds);
  // A name that says a kind that this form does not take says that it is no photo, too.
  const saysKind = kindByName(file.name, documentKinds) !== null;
  if (saysKind || !kinds.includes("photo") || !file.type.startsWith("image/") || file.size > mostBytesOfPhoto)
    return named;
  const picture = await createImageBitmap(file).catch(() => null);
  const isPhoto = picture !== null && looksLikePhoto(picture);
  picture?.close();
  return isPhoto ? "photo" : null;
}
