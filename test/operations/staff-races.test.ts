import { expect, describe, test } from "vitest";
import { system } from "#core/staff/actor.ts";
import { auditTrail } from "#operations/audit/audit-trail.ts";
import { changeRole, restoreStaff } from "#operations/staff/manage-accounts.ts";
import { issueSetupLink } from "#operations/staff/set-up-portal.ts";
import { verifyAudit } from "#operations/verify.ts";
import { countAdmins } from "#storage/database/staff.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";
import { startRacer } from "../support/racer.ts";
import { freshAdmin, freshEmail, sentInvitation } from "../support/staff.ts";

const timeout = 120_000;

describe.each(engines)("two processes on %s", (engine) => {
  test("that take each other's admin away, 100 times, always leave one", { timeout }, async () => {
    const environment = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    await using one = await startRacer(environment);
    await using two = await startRacer(environment);
    const machine = system("test");
    let [first, second] = [await freshAdmin(portal), await freshAdmin(portal)];
    for (let round = 0; round < 100; round += 1) {
      const deed = (["demote", "delete-account", "suspend"] as const)[round % 3] ?? "demote";
      const outcomes = await Promise.all([
        one.attempt({ deed, id: first.id, by: second.id }),
        two.attempt({ deed, id: second.id, by: first.id }),
      ]);
      // Whoever came second was no admin any more.
      expect(outcomes.toSorted()).toEqual(["done", "not-allowed"]);
      expect(await countAdmins(portal.database.read)).toBe(1);
      const [loser, winner] = outcomes[0] === "done" ? [first, second] : [second, first];
      first = winner;
      second = deed === "delete-account" ? await freshAdmin(portal) : loser;
      if (deed === "demote") await changeRole(portal, machine, { id: loser.id, role: "admin" });
      if (deed === "suspend") await restoreStaff(portal, machine, loser);
    }
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
  });

  test("in which the last two admins give it up at once, 100 times, keep one of them", { timeout }, async () => {
    const environment = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    await using one = await startRacer(environment);
    await using two = await startRacer(environment);
    const [first, second] = [await freshAdmin(portal), await freshAdmin(portal)];
    for (let round = 0; round < 100; round += 1) {
      const outcomes = await Promise.all([
        one.attempt({ deed: "demote", id: first.id, by: first.id }),
        two.attempt({ deed: "demote", id: second.id, by: second.id }),
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "last-admin"]);
      const { id } = outcomes[0] === "done" ? first : second;
      await changeRole(portal, system("test"), { id, role: "admin" });
    }
  });

  test("that take the same invitation make one account", { timeout }, async () => {
    const environment = await freshEnvironment(engine);
    const portal = await openForTest(environment);
    await using one = await startRacer(environment);
    await using two = await startRacer(environment);
    const admin = await freshAdmin(portal);
    for (let round = 0; round < 20; round += 1) {
      const email = freshEmail();
      const { token } = await sentInvitation(portal, admin, { email, role: "moderator" });
      const attempt = { deed: "take-invitation", token, email } as const;
      const outcomes = await Promise.all([one.attempt(attempt), two.attempt(attempt)]);
      expect(outcomes.toSorted()).toEqual(["done", "link-ended"]);
    }
  });

  test("that use the setup link at once make one first admin", { timeout }, async () => {
    await using one = await startRacer(await freshEnvironment(engine));
    await using two = await startRacer(await freshEnvironment(engine));
    for (let round = 0; round < 5; round += 1) {
      const environment = await freshEnvironment(engine);
      const portal = await openForTest(environment);
      await Promise.all([one.opens(environment), two.opens(environment)]);
      const link = await issueSetupLink(portal, "always");
      const token = new URL(link?.url ?? "").searchParams.get("token") ?? "";
      const outcomes = await Promise.all([
        one.attempt({ deed: "set-up", token, email: "one@agency.example" }),
        two.attempt({ deed: "set-up", token, email: "two@agency.example" }),
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "link-ended"]);
      const people = await portal.database.read.selectFrom("person").select(["id", "email"]).execute();
      expect(people.map(({ email }) => email)).toEqual([
        outcomes[0] === "done" ? "one@agency.example" : "two@agency.example",
      ]);
      expect(await auditTrail(portal, system("test"), "staff", people[0]?.id ?? "")).toHaveLength(1);
    }
  });
});
