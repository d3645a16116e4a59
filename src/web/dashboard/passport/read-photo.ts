import { drawnPicture, grayPicture, openPicture, type PictureProblem } from "./open-picture.ts";
import { unpackedWeights } from "./character-network.ts";
import { packedWeights } from "./packed-weights.ts";
import { type PassportReading, readPassport } from "./read-passport.ts";

export type PhotoProblem = PictureProblem | "no-passport";

/** The cells in `reading` are places in `picture`, in pixels. */
export type PassportPhoto = { key: string; picture: HTMLCanvasElement; reading: PassportReading };

/** The longer side of the picture, in pixels. */
const usualSide = 2000;
/** For a second try, in case the passport is small in its picture. */
const maxSide = 3200;

export async function readPhoto(file: Blob): Promise<PassportPhoto | PhotoProblem> {
  const opened = await openPicture(file);
  if (typeof opened === "string") return opened;
  const isLarge = Math.max(opened.width, opened.height) > usualSide;
  const photo = readAt(opened, usualSide) ?? (isLarge ? readAt(opened, maxSide) : null);
  opened.close();
  return photo ?? "no-passport";
}

function readAt(opened: ImageBitmap, side: number): PassportPhoto | null {
  const picture = drawnPicture(opened, side);
  const reading = readPassport(grayPicture(picture), unpackedWeights(packedWeights));
  return reading && { key: crypto.randomUUID(), picture, reading };
}
