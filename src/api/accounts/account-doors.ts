import { type Context, Hono } from "hono";
import { PortalError } from "#core/errors.ts";
import type { SignedIn } from "#core/staff/accounts.ts";
import { canonicalEmail } from "#core/staff/email.ts";
import type { Role } from "#core/staff/roles.ts";
import type { Portal } from "#operations/portal.ts";
import { changeRole } from "#operations/staff/change-role.ts";
import { deleteStaff } from "#operations/staff/delete-staff.ts";
import { listStaff } from "#operations/staff/list-staff.ts";
import { readStaffMember } from "#operations/staff/read-staff-member.ts";
import type { DoorEnv } from "../door-env.ts";
import { jsonBody } from "../json-body.ts";
import { changeOwnProfile } from "./own-profile.ts";
import { roleAnswer, staffRecord } from "./staff-names.ts";

/** The calls of accounts in section 7 of the specification. */
export function accountDoors(portal: Portal): Hono<DoorEnv> {
  const doors = new Hono<DoorEnv>();

  doors.post("/jwt", async (c) => {
    const signedIn = await whoIsSignedIn(c);
    const { email } = await jsonBody(c.req.raw);
    refuseOthers(signedIn, email);
    return answer(c, { token: portal.accounts.apiToken(signedIn) });
  });

  doors.post("/api/users", async (c) => {
    const signedIn = await whoIsSignedIn(c);
    const { email, name, photoURL } = await jsonBody(c.req.raw);
    if (email !== undefined) refuseOthers(signedIn, email);
    const caller = { headers: c.req.raw.headers, clientAddress: c.get("clientAddress") };
    await changeOwnProfile(portal.accounts, caller, { name, photoURL });
    return answer(c, { insertedId: signedIn.person.id }, 201);
  });

  doors.get("/api/users/:email", async (c) => {
    const email = canonicalEmail(c.req.param("email")) ?? "";
    const member = await readStaffMember(portal, await c.get("actor")(), { email });
    return answer(c, roleAnswer(member.role));
  });

  doors.get("/Users_Infos", async (c) => {
    const { search, limit, cursor } = c.req.query();
    const asked = { search, limit: limit === undefined ? undefined : Number(limit), cursor };
    const { members, next } = await listStaff(portal, await c.get("actor")(), asked);
    if (next !== null) c.header("Link", `<${nextPage(c.req.url, next)}>; rel="next"`);
    return answer(c, members.map(staffRecord));
  });

  const giveRole = (role: Role) => async (c: Context<DoorEnv, "/:id">) => {
    const { modified } = await changeRole(portal, await c.get("actor")(), { id: c.req.param("id"), role });
    return answer(c, { matchedCount: 1, modifiedCount: modified });
  };
  doors.patch("/user_data/admin/:id", giveRole("admin"));
  doors.patch("/user_data/instructor/:id", giveRole("moderator"));

  doors.delete("/delete_User_Data/:id", async (c) => {
    const { deleted } = await deleteStaff(portal, await c.get("actor")(), { id: c.req.param("id") });
    return answer(c, { deletedCount: deleted });
  });

  return doors;
}

const answer = (c: Context<DoorEnv>, body: object, status: 200 | 201 = 200) =>
  c.json(body, status, { "Cache-Control": "no-store" });

async function whoIsSignedIn(c: Context<DoorEnv>): Promise<SignedIn> {
  const signedIn = await c.get("signedIn")();
  if (!signedIn) throw new PortalError("not-signed-in");
  return signedIn;
}

/** Whoever names an address has to be its owner. */
function refuseOthers({ person }: SignedIn, email: unknown): void {
  if (email === undefined) throw new PortalError("invalid", { fields: { email: "required" } });
  const named = canonicalEmail(email);
  if (named === null) throw new PortalError("invalid", { fields: { email: "email-format" } });
  if (named !== person.email) throw new PortalError("not-allowed");
}

function nextPage(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.set("cursor", cursor);
  return `${pathname}?${searchParams}`;
}
