import { expect, test } from "vitest";
import { allFeatures, featuresWhere } from "#core/settings/features.ts";
import { sectionIds } from "#core/settings/sections.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import { readSection, shownSection } from "./section-boxes.server.ts";

// Above all no time zone that the machine has and nobody chose.
test.each(sectionIds)("a form of %s in which nobody typed anything changes nothing", (id) => {
  const before = defaultSettings("2027-01-01");
  const form = new URLSearchParams({ ...shownSection(id, before).filled });
  expect(readSection(id, form, before).asked).toEqual(before);
});

test("a text or choice without a box stays; a switch, a tick and a number without one are off, and no number", () => {
  const before = { ...defaultSettings("2027-01-01"), features: allFeatures, defaultNationality: "NEPAL" };
  const readWithout = (id: "publishing" | "records", site = before) =>
    readSection(id, new URLSearchParams(), site).asked;
  expect(readWithout("publishing")).toMatchObject({
    lookupPolicy: "open",
    shownKinds: [],
    holdersMayHoldBack: false,
    statementDays: -1,
  });
  // These have no box.
  const { holdersMayHoldBack } = before;
  const ofHoldersOff = { ...before, features: featuresWhere((one) => one !== "holders") };
  expect(readWithout("publishing", ofHoldersOff)).toMatchObject({ holdersMayHoldBack, shownKinds: [] });
  expect(readWithout("records")).toMatchObject({ defaultNationality: "NEPAL", fourEyes: false });
});
