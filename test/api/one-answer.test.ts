import { describe, expect, test } from "vitest";
import type { LookupPolicy } from "#core/records/lookup-policy.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { hideRecord } from "#operations/records/change-record.ts";
import { callerOf, serveApi } from "../support/api.ts";
import { admin, moderator } from "../support/accounts/people.ts";
import { addTestRecord } from "../support/records.ts";
import { freshEnvironment, openForTest } from "../support/portals.ts";
import { noLimits } from "../support/site.ts";
import { checkStatement } from "../support/statements.ts";

type Unseeing = Exclude<LookupPolicy, "open">;

/** One number for each reason why a visitor finds nothing. */
async function unseen(lookupPolicy: Unseeing) {
  const environment = await freshEnvironment("sqlite");
  const portal = await openForTest(environment, undefined, { limits: noLimits });
  const add = (by = admin, there = portal) => addTestRecord(there, by);
  const [hidden, denied, named] = [await add(), await add(moderator), await add()];
  const foreign = await add(admin, await openForTest({ ...environment, REGISTRY: "Other" }));
  await hideRecord(portal, admin, { id: hidden.id });
  await changeSettings(portal, admin, { change: { lookupPolicy } });
  // Loads the new settings, as a server does every second.
  await currentSettings(portal);
  const questions = {
    missing: "Z99999999",
    hidden: hidden.passportNumber,
    denied: denied.passportNumber,
    foreign: foreign.passportNumber,
    wrongName: named.passportNumber,
  };
  return { portal, questions, named };
}

// The queries are the same on both engines.
describe("lookups", () => {
  test("find a record by number and name under guarded, and do not log the number", async () => {
    const { portal, questions, named } = await unseen("guarded");
    await using api = await serveApi(portal);
    const found = await callerOf(api)("GET", `/result/${named.passportNumber}?name=${encodeURIComponent(named.name)}`);
    expect(found.status).toBe(200);
    const signed = (format: string, number: string) =>
      fetch(`${api.url}/result/${number}?name=${encodeURIComponent(named.name)}&format=${format}`);
    const statement = await signed("sd-jwt", named.passportNumber);
    expect(statement.headers.get("content-type")).toBe("application/dc+sd-jwt");
    expect((await checkStatement(portal, await statement.text())).payload).toMatchObject({ name: named.name });
    for (const number of [named.passportNumber, questions.missing]) {
      expect((await signed("jwt", number)).status).toBe(400);
    }
    expect(api.log.join()).not.toContain(named.passportNumber);
  });

  // no-oracle.test.ts compares the bytes of all these answers.
  test.each(["guarded", "code"] as const)("all take the same time under %s", { timeout: 60_000 }, async (policy) => {
    const { portal, questions } = await unseen(policy);
    await using api = await serveApi(portal);
    const { missing, hidden, denied, foreign, wrongName: shown } = questions;
    const asked = { missing, hidden, denied, foreign, ...(policy === "code" && { shown }) };
    const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]));
    for (let round = 0; round < 120; round += 1) {
      for (const [name, number] of Object.entries(asked)) {
        const start = performance.now();
        await (await fetch(`${api.url}/result/${number}?name=Nobody+Known`)).arrayBuffer();
        times.get(name)?.push(performance.now() - start);
      }
    }
    const ratio = (name: string) => undisturbed(times.get(name) ?? []) / undisturbed(times.get("missing") ?? []);
    for (const name of Object.keys(asked)) {
      expect(ratio(name)).toBeGreaterThan(0.5);
      expect(ratio(name)).toBeLessThan(2);
    }
  });
});

/**
 * The 10th percentile: nine in ten answers take at least this long. On a busy machine up to half of the answers wait,
 * and then take five times as long.
 */
const undisturbed = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
