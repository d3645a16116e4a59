import { lookupPages } from "#core/candidates/lookup-pages.ts";
import type { Visit } from "./visit.ts";

/** Pages for everybody, with nothing on them that is for one person: what search engines are told of. */
export const publicPages: readonly string[] = [...Object.keys(lookupPages), "/report"];

/** A page that is there at this time; when it last changed, if that is known. */
export type PublicPage = { path: string; changedAt?: number };

export const publicPagesNow = async (_visit: Visit): Promise<PublicPage[]> => publicPages.map((path) => ({ path }));
