import type { DecoderJob } from "./decoder-messages.ts";
import { perceptualHash } from "./perceptual-hash.ts";
import type { Picture } from "./picture.ts";
import { processPage } from "./process-page.ts";
import type { PublishedPage } from "./published-file.ts";
import { readPdf } from "./read-pdf.ts";
import { readPhoto } from "./read-photo.ts";

/** Hands each page on as soon as it is done; returns the perceptual hash of the first. */
export async function processFile(job: DecoderJob, handOn: (page: PublishedPage) => Promise<void>): Promise<string> {
  let hash = "";
  for await (const picture of picturesIn(job)) {
    hash ||= await perceptualHash(picture);
    await handOn(await processPage(picture, job.use));
    if (job.use === "portrait") break;
  }
  return hash;
}

async function* picturesIn({ bytes: sent, format }: DecoderJob): AsyncGenerator<Picture> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (format === "pdf") yield* readPdf(bytes);
  else yield await readPhoto(bytes);
}
