import { expect, test } from "vitest";
import { officesIn } from "./offices-in.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";
import { officialLinks } from "./official-links.ts";

// tools/links checks whether these places are official, together with all other links.
test("the schema accepts the default places and refuses unsafe addresses", () => {
  expect(Object.values(defaultOfficialPlaces).flat().length).toBeGreaterThan(10);
  expect(officialPlacesSchema.parse(defaultOfficialPlaces)).toEqual(defaultOfficialPlaces);
  for (const to of ["http://canada.ca", "javascript:alert(1)", "//canada.ca", "https://canada.ca@evil.example", ""]) {
    expect(officialPlacesSchema.safeParse({ lmia: [{ label: "LMIA", to }] }).success).toBe(false);
  }
});

test("a paper of a country has the offices of that country alone; without a known country it has all", () => {
  const { ilo, bmet, vevo, irccStatus } = officialLinks;
  expect(officesIn(["CA"], [vevo, irccStatus, ilo])).toEqual([irccStatus]);
  expect(officesIn(["BD", "AU"], [vevo, irccStatus])).toEqual([vevo]);
  for (const unknown of [[], ["MT"]]) expect(officesIn(unknown, [vevo, irccStatus])).toEqual([vevo, irccStatus]);
  expect(officesIn(["CA"], [bmet])).toEqual([bmet]);
});
