import { Hono } from "hono";
import { PortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/staff/accounts.ts";
import { canonicalEmail } from "#core/staff/email.ts";
import type { Role } from "#core/staff/roles.ts";
import { changeRole } from "#operations/staff/change-role.ts";
import { deleteStaff } from "#operations/staff/suspend-staff.ts";
import { listStaff, readStaffMember } from "#operations/staff/read-staff.ts";
import type { ApiParts } from "../api-parts.ts";
import {
  deleteAccount,
  listAccounts,
  makeAdmin,
  makeModerator,
  makeToken,
  readRole,
  writeOwnProfile,
} from "../contract/account-calls.ts";
import type { RouteEnv } from "../route-env.ts";
import { type Routes, mountCall } from "../http/mount-call.ts";
import { linkToNext } from "../records/link-to-next.ts";
import { changeOwnProfile } from "./own-profile.ts";
import { roleAnswer, staffRecord } from "./staff-names.ts";

/** The calls of accounts in section 7 of the specification. */
export function accountRoutes(parts: ApiParts): Routes {
  const routes = new Hono<RouteEnv>();
  own(routes, parts);
  ofOthers(routes, parts);
  return routes;
}

function own(routes: Routes, { portal }: ApiParts): void {
  mountCall(routes, makeToken, async ({ signedIn, body }) => {
    const person = await ownerOf(signedIn, body.email);
    return { answer: { token: portal.accounts.apiToken(person) } };
  });

  mountCall(routes, writeOwnProfile, async ({ signedIn, caller, body }) => {
    const { person } = await ownerOf(signedIn, body.email);
    await changeOwnProfile(portal.accounts, caller, body);
    return { answer: { insertedId: person.id } };
  });

  mountCall(routes, readRole, async ({ actor, path }) => {
    const { role } = await readStaffMember(portal, actor, { email: canonicalEmail(path.email) ?? "" });
    return { answer: roleAnswer(role) };
  });
}

function ofOthers(routes: Routes, { portal }: ApiParts): void {
  mountCall(routes, listAccounts, async ({ actor, query }) => {
    const { members, next } = await listStaff(portal, actor, query);
    return {
      answer: members.map(staffRecord),
      ...(next !== null && { headers: { Link: linkToNext(listAccounts.path, query, next) } }),
    };
  });

  for (const [call, role] of [
    [makeAdmin, "admin"],
    [makeModerator, "moderator"],
  ] as const satisfies [unknown, Role][]) {
    mountCall(routes, call, async ({ actor, path }) => {
      const { modified } = await changeRole(portal, actor, { id: path.id, role });
      return { answer: { matchedCount: 1, modifiedCount: modified } };
    });
  }

  mountCall(routes, deleteAccount, async ({ actor, path }) => {
    const { deleted } = await deleteStaff(portal, actor, { id: path.id });
    return { answer: { deletedCount: deleted } };
  });
}

/** Whoever names an address has to be its owner. */
async function ownerOf(whoIsSignedIn: () => Promise<SignedIn | null>, email?: string): Promise<SignedIn> {
  const signedIn = await whoIsSignedIn();
  if (!signedIn) throw new PortalError("not-signed-in");
  if (email === undefined) return signedIn;
  const named = canonicalEmail(email);
  if (named === null) throw new PortalError("invalid", { fields: { email: "email-format" } });
  if (named !== signedIn.person.email) throw new PortalError("not-allowed");
  return signedIn;
}
