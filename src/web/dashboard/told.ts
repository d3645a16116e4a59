import { isPortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { readCandidate } from "#operations/candidates/read-candidate.ts";
import { readClass } from "#operations/classes/list-classes.ts";
import type { Portal } from "#operations/portal.ts";
import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import { type DeedId, isDeedId, type Told, wordsOf } from "#ui/dashboard/deeds.ts";
import { tellOnce, toldIn } from "../told-once.ts";
import type { Visit } from "../visit.ts";

/** Names nobody: whose name it is, is read when it is told. */
export const deedCookie = (deed: DeedId, id = ""): string => tellOnce("deed", `${deed}.${id}`);

/** What the page before did, if this actor may hear of it. */
export async function toldTo(visit: Visit, actor: Actor, request: Request): Promise<Told | null> {
  const [deed = "", id = ""] = toldIn(request, "deed").split(".");
  if (!isDeedId(deed)) return null;
  const name = await nameOf(visit, actor, deed, id);
  return name === null ? null : { deed, id, name, at: visit.portal.now() };
}

const readers = { candidate: readCandidate, class: titledClass, staff: namedStaffMember };

async function titledClass(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  return { name: (await readClass(portal, actor, id)).title };
}

/** Where another site knew no name, the address has to do. */
async function namedStaffMember(portal: Portal, actor: Actor, id: string): Promise<{ name: string }> {
  const { name, email } = await readStaffMember(portal, actor, { id });
  return { name: name || email };
}

async function nameOf({ portal }: Visit, actor: Actor, deed: DeedId, id: string): Promise<string | null> {
  const { about } = wordsOf(deed);
  if (!about) return "";
  try {
    return (await readers[about](portal, actor, id)).name;
  } catch (error) {
    if (isPortalError(error)) return null;
    throw error;
  }
}
