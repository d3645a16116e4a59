import { describe, expect } from "vitest";
import { deliveredText, pageText } from "#i18n/page-texts.ts";
import { auditTrail } from "../support/audit-trail.ts";
import { changeText, resetText } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { admin } from "../support/accounts/people.ts";
import { testOn } from "../support/portals.ts";

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
