import type { MiddlewareFunction } from "react-router";
import { cookieLine, stepCookie } from "#auth/cookies.ts";
import { readCookies } from "#core/read-cookies.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { askForRestore, resultOfRestore } from "#operations/restore/ask-for-restore.ts";
import { isRestoring } from "#operations/portal/restore-order.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { type Visit, visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import type { ShownRestore } from "./restore-form.tsx";
import { restoringPage } from "./restoring-page.server.ts";

/** How long the browser that ordered a restore can see its result. */
const keptSeconds = 24 * 60 * 60;

const restoreCookie = ({ portal }: Visit) => stepCookie(portal.publicOrigin, "restore");

/** The token of the setup link, in the browser that ordered a restore with it. */
export const restoreToken = (visit: Visit): string =>
  readCookies(visit.caller.headers.get("cookie")).get(restoreCookie(visit)) ?? "";

/** From the order on, this page says that a backup is restored, also while the server that carries it out is not there yet. */
export const showRestoring: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (!isRestoring(context.get(visitContext).portal)) return next();
  const { status, headers, html } = restoringPage({ part: "documents", share: null, wasInterrupted: false });
  return new Response(html, { status, headers });
};

export async function restore(visit: Visit, form: FormValues): Promise<Response> {
  await askForRestore(visit.portal, form);
  const token = cookieLine(visit.portal.publicOrigin, restoreCookie(visit), form["token"] ?? "", keptSeconds);
  return redirectWithReload(`${pages.setup.path}?from=backup`, { cookies: [token] });
}

/** Only the browser that ordered a restore is shown its result. */
export function shownRestore(visit: Visit): ShownRestore {
  const { backupPlace, restores } = visit.portal;
  const result = resultOfRestore(visit.portal, restoreToken(visit));
  return {
    usualPlace: backupPlace?.location ?? null,
    isSecretGiven: restores.isSecretGiven,
    result: result && (result.problem === null ? written(result) : { problem: result.problem }),
  };
}

type Restored = Extract<NonNullable<ReturnType<typeof resultOfRestore>>, { problem: null }>;

const written = ({ madeAt, records, accounts, documents, erasedAgain, notErased }: Restored) => ({
  problem: null,
  madeAt: writtenMoment(Date.parse(madeAt)),
  records: writtenCount(records),
  accounts: writtenCount(accounts),
  documents: writtenCount(documents),
  erasedAgain: writtenCount(erasedAgain),
  notErased: notErased === 0 ? null : writtenCount(notErased),
});
