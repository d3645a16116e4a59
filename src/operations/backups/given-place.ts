import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type FieldProblem, PortalError } from "#core/errors.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { hasShortBucket, readS3Url } from "#storage/blobs/s3-url.ts";
import { addressIn, type Targets, toAddress } from "../targets/targets.ts";

export const wrongPlace = (problem: FieldProblem) => new PortalError("invalid", { fields: { place: problem } });

/** Opens a place that somebody typed on a page, only for reading. `shown` is the place for people to read, without keys. */
export async function openGivenPlace(targets: Targets, given: string): Promise<{ store: BlobStore; shown: string }> {
  const isFolder = given.startsWith("/");
  const url = isFolder ? pathToFileURL(resolve(given)).href : given;
  const options = isFolder ? {} : { lookup: toAddress(await allowedAddress(targets, given)) };
  return { store: await openBlobs(url, { onlyReads: true, ...options }), shown: blobLocation(url) };
}

async function allowedAddress(targets: Targets, given: string): Promise<string> {
  if (hasShortBucket(given)) throw wrongPlace("bucket-short");
  const bucket = readS3Url(given);
  if (!bucket) throw wrongPlace("place-format");
  const found = await addressIn(targets, new URL(bucket.address).hostname.replace(/^\[|\]$/g, ""));
  if (typeof found === "string") throw wrongPlace(found === "name" ? "place-away" : "place-inside");
  return found.address;
}
