import { describe, expect } from "vitest";
import { currentSigningKey, publicKeys } from "#operations/proofs/signing-keys.ts";
import { engines, testOn } from "../support/portals.ts";

describe.each(engines)("signing keys on %s", (engine) => {
  const test = testOn(engine);

  test("are made at the first need, one for all processes", async ({ portal, there }) => {
    expect(await publicKeys(portal, portal.database.read)).toEqual({ keys: [], revoked_keys: [] });
    const made = await Promise.all(
      [portal, there, portal, there].map(async (process) => (await currentSigningKey(process, "statement")).kid),
    );
    const log = await there.database.write((writer) => currentSigningKey(there, "log", writer));
    expect(new Set(made).size).toBe(1);
    const { keys } = await publicKeys(portal, portal.database.read);
    expect(new Set(keys.map(({ kid }) => kid))).toEqual(new Set([made[0], log.kid]));
  });

  test("of another registry are not ours", async ({ portal }) => {
    const { kid } = await currentSigningKey(portal, "statement");
    const other = { ...portal, registry: "Other" };
    expect(await publicKeys(other, other.database.read)).toEqual({ keys: [], revoked_keys: [] });
    expect((await currentSigningKey(other, "statement")).kid).not.toBe(kid);
  });
});
