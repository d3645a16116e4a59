import { publicStateOf } from "#core/records/public-state.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import type { PaletteRecord } from "./use-found-records.ts";
import type { Route } from "./+types/palette.route.ts";

/** Redirects to the dashboard: no link leads to this path. */
export const loader = (): Response => redirectInApp(pages.dashboard.path);

const most = 8;

/**
 * Returns the first records that match the text in the palette. The text is posted, so that no number appears in a URL.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { visit, portal, actor } = await signedInVisit(context);
  const { search = "" } = await readForm(request);
  const { records } = await orErrorPage(visit, () => listRecords(portal, actor, { search, limit: most }));
  const found = records.map((record): PaletteRecord => ({
    id: record.id,
    name: record.name,
    number: record.passportNumber,
    publicState: publicStateOf(record),
  }));
  return Response.json(found, { headers: { "Cache-Control": "no-store" } });
}
