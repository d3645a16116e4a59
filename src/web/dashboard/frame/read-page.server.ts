import type { RouterContextProvider } from "react-router";
import { placeIn } from "#design/table/list-address.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";

type Asked = { context: Readonly<RouterContextProvider> };

export type KnownVisit = Awaited<ReturnType<typeof signedInVisit>>;

/** What a page shows to who is signed in; an error page where it cannot be read. */
export async function readPage<Shown>({ context }: Asked, read: (known: KnownVisit) => Promise<Shown>): Promise<Shown> {
  const known = await signedInVisit(context);
  return orErrorPage(known.visit, () => read(known));
}

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
