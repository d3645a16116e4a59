import { checkInput } from "#core/fields.ts";
import { grantSent } from "#core/images/image-links.ts";
import { publishedChecksums } from "#operations/images/published-checksums.ts";
import type { Portal } from "#operations/portal.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { routeOf } from "../contract/call.ts";
import { publishedCalls } from "../contract/published-calls.ts";
import { mountCall, type Routes } from "../http/mount-call.ts";
import { readQuery } from "../http/read-input.ts";
import { headersOfImages } from "../images/image-answer.ts";

/** What is made of a published record, for whoever brings the signature of an answer. */
export function mountPublished(routes: Routes, { portal }: { portal: Portal }): void {
  const { readChecksums, readSlip } = publishedCalls;

  mountCall(routes, readChecksums, async ({ path: { id }, query: { until, signature } }) => ({
    answer: { documents: await publishedChecksums(portal, { record: id, grant: grantSent(until, signature) }) },
  }));

  routes.get(routeOf(readSlip), async (c) => {
    const { id } = checkInput(readSlip.inPath, c.req.param());
    const { until, signature, ...wish } = checkInput(readSlip.inQuery, readQuery(c.req.url));
    const { bytes, name } = await makeSlip(portal, { record: id, grant: grantSent(until, signature), ...wish });
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...headersOfImages,
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "no-store",
      },
    });
  });
}
