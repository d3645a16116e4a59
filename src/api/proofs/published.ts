import { grantSent } from "#core/images/image-links.ts";
import { publishedChecksums } from "#operations/images/published-checksums.ts";
import type { Portal } from "#operations/portal.ts";
import { imageCalls } from "../contract/image-calls.ts";
import { mountCall, type Routes } from "../http/mount-call.ts";

/** What is made of a published record, for whoever brings the signature of an answer. */
export function mountPublished(routes: Routes, { portal }: { portal: Portal }): void {
  mountCall(routes, imageCalls.readChecksums, async ({ path: { id }, query: { until, signature } }) => ({
    answer: { documents: await publishedChecksums(portal, { record: id, grant: grantSent(until, signature) }) },
  }));
}
