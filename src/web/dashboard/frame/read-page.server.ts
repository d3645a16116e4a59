import type { RouterContextProvider } from "react-router";
import { placeIn } from "#design/table/list-address.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";

type LoaderRequest = { context: Readonly<RouterContextProvider> };

export type KnownVisit = Awaited<ReturnType<typeof signedInVisit>>;

/** Reads what a page shows to the signed-in user. If that fails, an error page is shown. */
export async function readPage<Shown>(
  { context }: LoaderRequest,
  read: (known: KnownVisit) => Promise<Shown>,
): Promise<Shown> {
  const known = await signedInVisit(context);
  return orErrorPage(known.visit, () => read(known));
}

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
