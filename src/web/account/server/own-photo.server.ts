import { ownPhotoTime } from "#operations/accounts/photos.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import type { signedInVisit } from "../../frame/known-visitor.server.ts";
import { pages } from "../../pages.ts";

type SignedInVisit = Pick<Awaited<ReturnType<typeof signedInVisit>>, "visit" | "actor">;

/** The address of the user's own picture on this site, or null. */
export const ownPhoto = ({ visit, actor }: SignedInVisit): Promise<string | null> =>
  orErrorPage(visit, async () => {
    const time = await ownPhotoTime(visit.portal, actor);
    return time === null ? null : `${pages.photo.path}?v=${time}`;
  });
