import sharp, { type WebpOptions } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { PortalError } from "#core/errors.ts";
import type { DecoderJob } from "./decoder-messages.ts";
import { imageWidths, logoHeight, portraitShape } from "./image-sizes.ts";
import { perceptualHash } from "./perceptual-hash.ts";
import { fromPicture, type Picture, toPicture } from "./picture.ts";
import type { PictureUse, PublishedPage } from "./published-file.ts";
import { readPdf } from "./read-pdf.ts";
import { readPhoto } from "./read-photo.ts";

/** Passes each page to `handOn` as soon as it is ready. Returns the perceptual hash of the first page. */
export async function processFile(job: DecoderJob, handOn: (page: PublishedPage) => Promise<void>): Promise<string> {
  let hash = "";
  let isEmpty = job.format === "pdf";
  for await (const picture of picturesIn(job)) {
    isEmpty &&= isWhite(picture);
    hash ||= await perceptualHash(picture);
    await handOn(await processPage(picture, job.use));
    freePixels(picture);
    if (job.use !== "paper") break;
  }
  // PDFium draws a white page also for a PDF whose list of pages has none.
  if (isEmpty) throw new PortalError("pdf-without-pages");
  return hash;
}

const isWhite = ({ pixels }: Picture) => pixels.every((value) => value === 255);

/** Until the garbage collector ran, the pixels of several pages would lie in memory: 23 MB each. */
function freePixels({ pixels: { buffer } }: Picture): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

async function* picturesIn({ bytes: sent, format }: DecoderJob): AsyncGenerator<Picture> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (format === "pdf") yield* readPdf(bytes);
  else yield await readPhoto(bytes);
}

/** Decision 0005 has the measurements. Papers in lists need not be legible; faces are compared there. */
const webpOptions = {
  reading: { quality: 75, effort: 2 },
  logo: { quality: 90, effort: 6, smartSubsample: true },
  list: { quality: 45, effort: 2 },
  face: { quality: 60, effort: 2 },
} satisfies Record<string, WebpOptions>;

const shaped: Record<PictureUse, (picture: Picture) => Picture | Promise<Picture>> = {
  paper: (picture) => picture,
  portrait: (picture) => cropped(picture, portraitShape, imageWidths.portrait.reading),
  avatar: (picture) => cropped(picture, 1, imageWidths.avatar.reading),
  logo: (picture) =>
    toPicture(
      fromPicture(picture).resize({
        width: imageWidths.logo.reading,
        height: logoHeight,
        fit: "inside",
        withoutEnlargement: true,
      }),
    ),
};

/** Makes all images of a page from the same decoded picture. */
async function processPage(picture: Picture, use: PictureUse): Promise<PublishedPage> {
  const large = await shaped[use](picture);
  const [reading, forLists] = await Promise.all([
    toWebp(large, use === "logo" ? webpOptions.logo : webpOptions.reading),
    imagesForLists(large, use),
  ]);
  return { width: large.width, height: large.height, reading, ...forLists };
}

async function imagesForLists(large: Picture, use: PictureUse): Promise<Pick<PublishedPage, "list" | "placeholder">> {
  const width = imageWidths[use].list;
  const small = await toPicture(fromPicture(large).resize({ width, withoutEnlargement: true }));
  const options = use === "portrait" ? webpOptions.face : webpOptions.list;
  const [list, placeholder] = await Promise.all([toWebp(small, options), placeholderOf(small)]);
  return { list, placeholder };
}

const toWebp = (picture: Picture, options: WebpOptions): Promise<Uint8Array> =>
  fromPicture(picture).removeAlpha().webp(options).toBuffer();

/** Crops to the most salient part (skin, saturation, edges), `shape` times as wide as it is high. Never enlarges it. */
async function cropped(picture: Picture, shape: number, maxWidth: number): Promise<Picture> {
  const width = Math.max(1, Math.floor(Math.min(picture.width, picture.height * shape, maxWidth)));
  const height = Math.min(picture.height, Math.max(1, Math.round(width / shape)));
  return await toPicture(
    fromPicture(picture).resize({ width, height, fit: "cover", position: sharp.strategy.attention }),
  );
}

/** The longest side that ThumbHash accepts, in pixels. */
const maxSide = 100;

/** Returns about thirty characters. A web page paints a blurred image from them until the real image is loaded. */
async function placeholderOf(picture: Picture): Promise<string> {
  const tiny = fromPicture(picture)
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .ensureAlpha();
  const { width, height, pixels } = await toPicture(tiny);
  return Buffer.from(rgbaToThumbHash(width, height, pixels)).toString("base64");
}
