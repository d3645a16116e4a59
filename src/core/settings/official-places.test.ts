import { expect, test } from "vitest";
import { officesFor } from "./offices-for.ts";
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
  expect(officesFor("W123456789", [vevo, irccStatus, ilo])).toEqual([irccStatus]);
  expect(officesFor("W123456789", [bmet])).toEqual([bmet]);
  for (const other of ["", "12345678", "EGO1234567"])
    expect(officesFor(other, [vevo, irccStatus])).toEqual([vevo, irccStatus]);
});
