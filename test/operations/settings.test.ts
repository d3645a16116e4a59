import { describe, expect } from "vitest";
import { verifyAudit } from "#operations/upkeep/verify.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeDate, changeSettings, changeText, resetText } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { engines, testOn } from "../support/portals.ts";
import { deliveredText, pageText } from "#i18n/page-texts.ts";

describe.each(engines)("settings on %s", (engine) => {
  const test = testOn(engine);

  test("accept only one of two changes to the same version by two processes", async ({ portal: here, there }) => {
    for (let version = 1; version <= 20; version += 1) {
      const results = await Promise.allSettled([
        changeSettings(here, admin, { change: { defaultNationality: `HERE ${version}` }, expectedVersion: version }),
        changeSettings(there, admin, { change: { defaultNationality: `THERE ${version}` }, expectedVersion: version }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await currentSettings(here)).toEqual(await currentSettings(there));
    }
    expect(await verifyAudit(here)).toEqual({ events: 20, brokenAt: null });
  });
});

// One engine is enough: these queries are the same on both.
describe("settings", () => {
  const test = testOn("sqlite");
  test("exist from the first start, with today as the date of the records", async ({ portal }) => {
    const { settings, version } = await versionedSettings(portal);
    expect(version).toBe(1);
    // Midnight may have come since.
    const days = [Date.now() - 60_000, Date.now()].map((time) => new Date(time).toISOString().slice(0, 10));
    expect(days).toContain(settings.dateValue);
    expect(settings.dateIsSet).toBe(false);
  });

  test("are validated, and are never overwritten from an outdated version", async ({ portal }) => {
    await expect(changeDate(portal, admin, "31.3.2026")).rejects.toMatchObject({
      id: "invalid",
      fields: { dateValue: "date-format" },
    });
    await expect(changeDate(portal, admin, "2999-01-01")).rejects.toMatchObject({
      id: "invalid",
      fields: { dateValue: "day-to-come" },
    });
    await changeSettings(portal, admin, { change: { fourEyes: true } });
    const late = changeSettings(portal, admin, { change: { fourEyes: false }, expectedVersion: 1 });
    await expect(late).rejects.toMatchObject({ id: "stale" });
  });

  test("that protect records need a recent proof, the others do not", async ({ portal }) => {
    const idle = { ...admin, mustProveAgain: true };
    await expect(changeSettings(portal, idle, { change: { fourEyes: true } })).rejects.toMatchObject({
      id: "prove-again",
    });
    expect((await currentSettings(portal)).fourEyes).toBe(false);
    expect(await changeDate(portal, idle, "2026-03-31")).toMatchObject({ modified: 1 });
  });

  test("can be changed one by one, each with an audit event that contains both values", async ({ portal }) => {
    expect(await changeDate(portal, admin, "2026-03-31")).toEqual({ modified: 1, version: 2 });
    expect(await changeDate(portal, admin, "2026-03-31")).toEqual({ modified: 0, version: 2 });
    const operator = { ...(await currentSettings(portal)).operator, name: "Attestry Demo Agency" };
    await changeSettings(portal, admin, { change: { operator }, expectedVersion: 2 });
    expect(await currentSettings(portal)).toMatchObject({
      dateValue: "2026-03-31",
      dateIsSet: true,
      operator: { name: operator.name },
    });
    const trail = await auditTrail(portal, admin, "settings", "settings");
    expect(trail.map(({ changedFields }) => changedFields)).toEqual([["dateIsSet", "dateValue"], ["operator"]]);
    expect(trail[0]?.details?.["dateValue"]).toMatchObject({ to: "2026-03-31" });
  });
});

const own = { title: "Who we are", body: "## Five people\n- in Mirpur" };
const about = (expectedVersion: number) => ({ page: "about", language: "en", expectedVersion }) as const;

// One engine is enough: these queries are the same on both.
describe("texts of pages", () => {
  const test = testOn("sqlite");
  test("can be changed by the operator and reset to the delivered text", async ({ portal }) => {
    expect(await changeText(portal, admin, about(1), own)).toEqual({ modified: 1, version: 2 });
    const { texts } = await currentSettings(portal);
    expect(texts).toEqual({ about: { en: own } });
    expect(pageText(texts, "about", "bn")).toEqual(deliveredText("about", "bn"));
    const inBangla = { title: "আমরা", body: "পাঁচজন।" };
    await changeText(portal, admin, { page: "about", language: "bn", expectedVersion: 2 }, inBangla);
    expect((await currentSettings(portal)).texts).toEqual({ about: { en: own, bn: inBangla } });
    await resetText(portal, admin, about(3));
    expect((await currentSettings(portal)).texts).toEqual({ about: { bn: inBangla } });
    expect(await resetText(portal, admin, about(4))).toEqual({ modified: 0, version: 4 });
    const trail = await auditTrail(portal, admin, "settings", "settings");
    expect(trail.map(({ changedFields }) => changedFields)).toEqual([
      ["texts.about.en"],
      ["texts.about.bn"],
      ["texts.about.en"],
    ]);
    expect(trail[2]?.details).toEqual({ "texts.about.en": { from: own, to: null } });
  });

  test("that equal the delivered ones are not stored, so that the next version can change them", async ({ portal }) => {
    await changeText(portal, admin, about(1), own);
    await changeText(portal, admin, about(2), deliveredText("about", "en"));
    expect((await currentSettings(portal)).texts).toEqual({});
  });

  test("are validated", async ({ portal }) => {
    const fields = { title: "required", body: "too-long" };
    const given = { title: "", body: "x".repeat(12_001) };
    await expect(changeText(portal, admin, about(1), given)).rejects.toMatchObject({ fields });
  });
});
