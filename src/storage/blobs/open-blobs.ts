import { fileURLToPath } from "node:url";
import { StartRefused } from "#core/errors.ts";
import type { BlobStore, BlobWishes } from "./blob-store.ts";
import { openFilesystemBlobs } from "./filesystem.ts";
import { readS3Url } from "./s3-url.ts";

/** Opens the store at `file:///folder` or `s3://…` (s3-url.ts). Fails as `unavailable` if nothing can be stored there. */
export async function openBlobs(url: string, wishes: BlobWishes = {}): Promise<BlobStore> {
  if (isFolder(url)) return openFilesystemBlobs(fileURLToPath(url), wishes);
  const bucket = readS3Url(url);
  if (!bucket)
    throw new StartRefused(
      "This is no address of a folder or bucket: write file:///folder or s3://KEY:SECRET@host/bucket.",
    );
  // Most portals need no client for it.
  const { openS3Blobs } = await import("./s3.ts");
  return openS3Blobs(bucket, wishes);
}

export const isBlobUrl = (url: string): boolean => isFolder(url) || readS3Url(url) !== null;

const isFolder = (url: string) => url.startsWith("file:///");

/** Where a store is, for people to read: the folder, or the address without its keys. One store is written in one way. */
export function blobLocation(url: string): string {
  const { host, pathname } = new URL(url);
  return (isFolder(url) ? fileURLToPath(url) : `s3://${host}${pathname}`).replace(/(?<=.)\/+$/, "");
}
