import { describe, expect, test } from "vitest";
import { system } from "#core/accounts/actor.ts";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { changeRole, restoreAccount } from "#operations/accounts/manage-accounts.ts";
import type { Engine } from "#storage/database/database.ts";
import { countAdmins } from "#storage/database/accounts/roles.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";
import type { ActionName, InputOf } from "../support/processes/racer-process.ts";
import { sharedRacers } from "../support/processes/racers.ts";
import { freshAdmin } from "../support/accounts/fresh-accounts.ts";

const racers = sharedRacers(2);
const machine = system("test");

/** Returns both outcomes: "done", or the id of the problem. */
const raceWith = async <Name extends ActionName>(action: Name, inputs: readonly InputOf<Name>[]) =>
  (await racers.race(action, inputs)).map(String);

async function sharedByAll(engine: Engine) {
  const environment = await freshEnvironment(engine);
  const portal = await openForTest(environment);
  await racers.open(environment);
  return portal;
}

describe.each(engines)("two processes on %s", (engine) => {
  test("in which two admins remove each other at once, 30 times, always keep one admin", async () => {
    const portal = await sharedByAll(engine);
    let [first, second] = [await freshAdmin(portal), await freshAdmin(portal)];
    for (let round = 0; round < 30; round += 1) {
      const action = (["demote", "delete-account", "suspend"] as const)[round % 3] ?? "demote";
      const outcomes = await raceWith(action, [
        { id: first.id, by: second.id },
        { id: second.id, by: first.id },
      ]);
      // The second one was no longer an admin.
      expect(outcomes.toSorted()).toEqual(["done", "not-allowed"]);
      expect(await countAdmins(portal.database.read)).toBe(1);
      const [loser, winner] = outcomes[0] === "done" ? [first, second] : [second, first];
      first = winner;
      second = action === "delete-account" ? await freshAdmin(portal) : loser;
      if (action === "demote") await changeRole(portal, machine, { id: loser.id, role: "admin" });
      if (action === "suspend") await restoreAccount(portal, machine, loser);
    }
    expect((await verifyAudit(portal)).brokenAt).toBeNull();
  });

  test("in which the last two admins give up their role at once, 30 times, keep one of them", async () => {
    const portal = await sharedByAll(engine);
    const [first, second] = [await freshAdmin(portal), await freshAdmin(portal)];
    for (let round = 0; round < 30; round += 1) {
      const outcomes = await raceWith("demote", [
        { id: first.id, by: first.id },
        { id: second.id, by: second.id },
      ]);
      expect(outcomes.toSorted()).toEqual(["done", "last-admin"]);
      const { id } = outcomes[0] === "done" ? first : second;
      await changeRole(portal, machine, { id, role: "admin" });
    }
  });
});
