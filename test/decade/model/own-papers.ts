import { hold } from "./members.ts";
import { type Actor, admin, type Outcome, type Site } from "./site.ts";

type Paper = NonNullable<Site["ownPaper"]>;

/** An admin adds the one own paper of these sequences, removes it or brings it back, and says whether strangers see it. */
export function declarePaper(site: Site, actor: Actor, wanted: Paper): Outcome {
  admin(site, actor);
  const { ownPaper: before } = site;
  const waits = site.fourEyes && wanted.isShown && before?.isShown !== true;
  const now = { ...wanted, isShown: wanted.isShown && !waits };
  const isSame = before?.isUsed === now.isUsed && before.isShown === now.isShown;
  // Whoever changes it ends what was asked for before.
  if (before && !isSame) site.held = site.held.filter(({ kind }) => kind !== "shown-papers");
  site.ownPaper = now;
  if (waits) hold(site, actor.name, "shown-papers", null);
  return isSame ? "nothing" : "done";
}

/** An admin switches the kind of the other document off, or on again. Records keep their documents. */
export function switchKind(site: Site, actor: Actor): Outcome {
  admin(site, actor);
  const { whileOff, showsDocuments } = site;
  Object.assign(site, {
    whileOff: whileOff ? null : { showsDocuments },
    showsDocuments: whileOff?.showsDocuments ?? false,
  });
  return "done";
}
