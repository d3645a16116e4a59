import type { RouterContextProvider } from "react-router";
import { isPortalError } from "#core/errors.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { placeIn } from "#design/table/list-address.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { formOfGone } from "../../frame/form-of-gone.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";

type LoaderRequest = { context: Readonly<RouterContextProvider> };

export type KnownVisit = Awaited<ReturnType<typeof signedInVisit>>;

/**
 * Reads what a page shows to the signed-in user. If that fails, an error page is shown. `orGone` is what the page shows if
 * its form was sent without scripts after its subject was deleted: the form as it was sent. Without it, the error page
 * shows what was typed.
 */
export async function readPage<Shown>(
  { context }: LoaderRequest,
  read: (known: KnownVisit) => Promise<Shown>,
  orGone?: () => Shown,
): Promise<Shown> {
  const known = await signedInVisit(context);
  const typed = formOfGone(known.visit);
  if (!typed) return orErrorPage(known.visit, () => read(known));
  const readOrGone = async () => {
    try {
      return await read(known);
    } catch (error) {
      if (orGone && isPortalError(error) && error.id === "not-found") return orGone();
      throw error;
    }
  };
  return orErrorPage(known.visit, readOrGone, { typed: textsIn(typed) });
}

const notTyped = new Set(["do", "id", "version", "seen", "from", "back", "form", "page-draft"]);

const textsIn = (form: FormValues): string[] =>
  Object.entries(form).flatMap(([name, text]) => (notTyped.has(name) || text.trim() === "" ? [] : [text]));

/**
 * Like readPage, for a page whose actions need a recent proof. The proof is requested before the page, so that nothing
 * is typed in vain.
 */
export const readPageWithRecentProof = <Shown>(
  args: LoaderRequest & { url: URL },
  read: (known: KnownVisit) => Promise<Shown>,
) =>
  readPage(args, async (known) => {
    const { pathname, search } = args.url;
    return known.actor.mustProveAgain ? redirectToProof(pathname + search) : read(known);
  });

type ListPart = { cursor: string | undefined };

/**
 * Like readPage, for a page with a list. The URL's `cursor` says which part of the list to read; `place` leads to the
 * parts before and after.
 */
export async function readList<Shown extends { next: string | null; previous?: string | null }>(
  { context, url: { searchParams } }: LoaderRequest & { url: URL },
  read: (known: KnownVisit & ListPart) => Promise<Shown>,
) {
  const cursor = searchParams.get("cursor") ?? undefined;
  const { next, previous = null, ...shown } = await readPage({ context }, (known) => read({ ...known, cursor }));
  return { ...shown, place: placeIn(searchParams, next, previous) };
}
