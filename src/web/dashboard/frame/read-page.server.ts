import type { RouterContextProvider } from "react-router";
import { placeIn } from "#design/table/list-address.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";

type Asked = { context: Readonly<RouterContextProvider> };

export type KnownVisit = Awaited<ReturnType<typeof signedInVisit>>;

/** What a page shows to who is signed in; an error page where it cannot be read. */
export async function readPage<Shown>({ context }: Asked, read: (known: KnownVisit) => Promise<Shown>): Promise<Shown> {
  const known = await signedInVisit(context);
  return orErrorPage(known.visit, () => read(known));
}

/** The same where only who has just shown a second step may act: it is shown before, so that nothing is typed in vain. */
export const readProvedPage = <Shown>(asked: Asked & { url: URL }, read: (known: KnownVisit) => Promise<Shown>) =>
  readPage(asked, async (known) => {
    const { pathname, search } = asked.url;
    return known.actor.mustProveAgain ? redirectToProof(pathname + search) : read(known);
  });

type ListPart = { cursor: string | undefined };

/** The same for a page with a list: the part that its address names, with the way to the next part. */
export async function readList<Shown extends { next: string | null; previous?: string | null }>(
  { context, url: { searchParams } }: Asked & { url: URL },
  read: (known: KnownVisit & ListPart) => Promise<Shown>,
) {
  const cursor = searchParams.get("cursor") ?? undefined;
  const { next, previous = null, ...shown } = await readPage({ context }, (known) => read({ ...known, cursor }));
  return { ...shown, place: placeIn(searchParams, next, previous) };
}
