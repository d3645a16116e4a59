import { expect, test } from "vitest";
import { defaultSettings } from "#core/settings/settings.ts";
import { readSection, shownSection } from "./section-boxes.server.ts";
import { sectionIds } from "./sections.ts";

// Above all no time zone that the machine has and nobody chose.
test.each(sectionIds)("a form of %s in which nobody typed anything changes nothing", (id) => {
  const before = defaultSettings("2027-01-01");
  const form = new URLSearchParams({ ...shownSection(id, before).filled });
  expect({ ...before, ...readSection(id, form, before).change }).toEqual(before);
});
