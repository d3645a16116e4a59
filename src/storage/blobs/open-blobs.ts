import { fileURLToPath } from "node:url";
import { StartRefused } from "#core/errors.ts";
import { isFileUrl } from "#core/settings/environment-values.ts";
import type { BlobStore, BlobStoreOptions } from "./blob-store.ts";
import { openFilesystemBlobs } from "./filesystem.ts";
import { hasShortBucket, readS3Url } from "./s3-url.ts";

/** Opens the store at `file:///folder` or `s3://…` (s3-url.ts). Fails as `unavailable` if nothing can be stored there. */
export async function openBlobs(url: string, options: BlobStoreOptions = {}): Promise<BlobStore> {
  if (isFileUrl(url)) return openFilesystemBlobs(fileURLToPath(url), options);
  const bucket = readS3Url(url);
  if (!bucket)
    throw new StartRefused(
      hasShortBucket(url)
        ? "The name of a bucket has at least three characters. Use s3://KEY:SECRET@host/bucket."
        : "This is not the address of a folder or bucket. Use file:///folder or s3://KEY:SECRET@host/bucket.",
    );
  // Imported on demand: most portals need no S3 client.
  const { openS3Blobs } = await import("./s3.ts");
  return openS3Blobs(bucket, options);
}

export const isBlobUrl = (url: string): boolean => isFileUrl(url) || readS3Url(url) !== null;

/** Returns the folder, or the address without keys, for display. The same store always has the same spelling. */
export function blobLocation(url: string): string {
  const { host, pathname } = new URL(url);
  return (isFileUrl(url) ? fileURLToPath(url) : `s3://${host}${pathname}`).replace(/(?<=.)\/+$/, "");
}
