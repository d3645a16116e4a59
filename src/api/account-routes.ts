import { Hono } from "hono";
import { PortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/accounts/accounts.ts";
import { canonicalEmail } from "#core/accounts/email.ts";
import { listAccounts, readAccount } from "#operations/accounts/read-accounts.ts";
import type { ApiParts, RouteEnv } from "./route-env.ts";
import { accountCalls } from "./contract/account-calls.ts";
import { type Routes, mountCall } from "./http/mount-call.ts";
import { linkToNext } from "./http/headers.ts";
import { pageOrWholeList } from "./http/whole-list.ts";
import { authEndpoints } from "#auth/endpoints.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { ListedAccount } from "#core/accounts/listed-account.ts";
import { changeRole, deleteAccount } from "#operations/accounts/manage-accounts.ts";
import { roleNames, accountsRegistry } from "./spec-names.ts";

export function mountAccountCalls(routes: Routes, { portal }: ApiParts): void {
  mountCall(routes, accountCalls.makeToken, async ({ signedIn, body }) => {
    const person = await ownerOf(signedIn, body.email);
    return { answer: { token: portal.accounts.apiToken(person) } };
  });

  mountCall(routes, accountCalls.writeOwnProfile, async ({ signedIn, caller, body }) => {
    const { person } = await ownerOf(signedIn, body.email);
    await portal.accounts.changeProfile(caller, body);
    return { answer: { insertedId: person.id } };
  });

  mountCall(routes, accountCalls.readRole, async ({ actor, path }) => {
    const { role } = await readAccount(portal, actor, { email: canonicalEmail(path.email) ?? "" });
    return { answer: roleNames[role] };
  });

  mountCall(routes, accountCalls.listAccounts, async ({ actor, query }) => {
    const { rows, next, limit } = await pageOrWholeList(query, async (page) => {
      const { members, next: after } = await listAccounts(portal, actor, { ...query, ...page });
      return { rows: members.map(accountAnswer), next: after };
    });
    return { answer: rows, headers: linkToNext(accountCalls.listAccounts.path, { ...query, limit }, next) };
  });

  for (const [call, role] of [
    [accountCalls.makeAdmin, "admin"],
    [accountCalls.makeModerator, "moderator"],
  ] as const) {
    mountCall(routes, call, async ({ actor, path }) => {
      const { modified } = await changeRole(portal, actor, { id: path.id, role });
      return { answer: { matchedCount: 1, modifiedCount: modified } };
    });
  }

  mountCall(routes, accountCalls.deleteAccount, async ({ actor, path, query }) => {
    const { deleted } = await deleteAccount(portal, actor, { id: path.id, why: query.why });
    return { answer: { deletedCount: deleted } };
  });
}

/** Returns who is signed in. An email address in the request must be theirs. */
async function ownerOf(whoIsSignedIn: () => Promise<SignedIn | null>, email?: string): Promise<SignedIn> {
  const signedIn = await whoIsSignedIn();
  if (!signedIn) throw new PortalError("not-signed-in");
  if (email === undefined) return signedIn;
  const named = canonicalEmail(email);
  if (named === null) throw new PortalError("invalid", { fields: { email: "email-format" } });
  if (named !== signedIn.person.email) throw new PortalError("not-allowed");
  return signedIn;
}

export function authRoutes({ accounts }: Portal): Hono<RouteEnv> {
  const routes = new Hono<RouteEnv>();
  for (const [path, methods] of Object.entries(authEndpoints)) {
    routes.on(Object.keys(methods), `/api/auth${path}`, (c) => accounts.answer(c.req.raw, c.get("clientAddress")));
  }
  return routes;
}

const accountAnswer = ({ id, email, name, role }: ListedAccount) => ({
  _id: id,
  email,
  name,
  role: roleNames[role].role,
  database_of_client: accountsRegistry,
});
