import { sweepImages, sweepUploads } from "#operations/images/remove-images.ts";
import type { Portal } from "#operations/portal/portal.ts";

/** What the two jobs do, one after the other. */
export async function sweepAllImages(portal: Portal) {
  await sweepUploads(portal);
  return sweepImages(portal);
}
