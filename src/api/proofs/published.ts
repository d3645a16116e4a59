import { checkInput } from "#core/fields.ts";
import { grantFromQuery } from "#core/images/image-links.ts";
import { drawingTurn } from "#operations/images/drawing-turn.ts";
import { publishedChecksums } from "#operations/shown-images/published-checksums.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { makeSlip } from "#operations/proofs/make-slip.ts";
import { saveProof } from "#operations/proofs/save-proof.ts";
import { routeOf } from "../contract/call.ts";
import { publishedCalls } from "../contract/published-calls.ts";
import { mountCall, type Routes } from "../http/mount-call.ts";
import { readQuery } from "../http/read-input.ts";
import { headersOfImages } from "../images/image-answer.ts";

/**
 * Serves what is made from a published record: checksums, proof and slip. Callers need the signature from the answer of
 * a lookup.
 */
export function mountPublished(routes: Routes, { portal }: { portal: Portal }): void {
  const { readChecksums, readProof, readSlip } = publishedCalls;

  mountCall(routes, readChecksums, async ({ path: { id }, query: { until, signature } }) => ({
    answer: { documents: await publishedChecksums(portal, { record: id, grant: grantFromQuery(until, signature) }) },
  }));

  routes.get(routeOf(readProof), async (c) => {
    const { id } = checkInput(readProof.inPath, c.req.param());
    const { until, signature } = checkInput(readProof.inQuery, readQuery(c.req.url));
    const { proof, name } = await saveProof(portal, { record: id, grant: grantFromQuery(until, signature) });
    return fileAnswer(JSON.stringify(proof, null, 1), "application/json", name);
  });

  routes.get(routeOf(readSlip), async (c) => {
    const { id } = checkInput(readSlip.inPath, c.req.param());
    const { until, signature, ...wish } = checkInput(readSlip.inQuery, readQuery(c.req.url));
    using _turn = await drawingTurn(portal, c.get("clientAddress"), c.req.raw.signal);
    const { bytes, name } = await makeSlip(portal, { record: id, grant: grantFromQuery(until, signature), ...wish });
    return fileAnswer(new Uint8Array(bytes), "application/pdf", name);
  });
}

const fileAnswer = (body: string | Uint8Array<ArrayBuffer>, type: string, name: string) =>
  new Response(body, {
    headers: {
      ...headersOfImages,
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
