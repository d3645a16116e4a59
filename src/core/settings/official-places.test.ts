import { expect, test } from "vitest";
import { officesFor } from "./offices-for.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";
import type { MenuLink } from "./menus.ts";
import { officialLinks } from "./official-links.ts";

// tools/links checks whether these places are official, together with all other links.
test("the schema accepts the default places and refuses unsafe addresses", () => {
  expect(Object.values(defaultOfficialPlaces).flat().length).toBeGreaterThan(10);
  expect(officialPlacesSchema.parse(defaultOfficialPlaces)).toEqual(defaultOfficialPlaces);
  for (const to of ["http://canada.ca", "javascript:alert(1)", "//canada.ca", "https://canada.ca@evil.example", ""]) {
    expect(officialPlacesSchema.safeParse({ lmia: [{ label: "LMIA", to }] }).success).toBe(false);
  }
});

test("a paper of Canada has its offices alone, one of a record without any sign of Canada the others, and else all", () => {
  const { ilo, bmet, vevo, irccStatus } = officialLinks;
  const officesOf = (irccNumber: string, offices: MenuLink[], mayHaveLmia = false) =>
    officesFor({ irccNumber, mayHaveLmia }, offices);
  expect(officesOf("W123456789", [vevo, irccStatus, ilo])).toEqual([irccStatus]);
  expect(officesOf("W123456789", [bmet])).toEqual([bmet]);
  for (const other of ["12345678", "EGO1234567"])
    expect(officesOf(other, [vevo, irccStatus])).toEqual([vevo, irccStatus]);
  expect(officesFor(null, [vevo, irccStatus])).toEqual([vevo, irccStatus]);
  // Without a number, an LMIA tells that the record is about Canada.
  expect(officesOf("", [vevo, irccStatus], true)).toEqual([vevo, irccStatus]);
  expect(officesOf("", [vevo, irccStatus])).toEqual([vevo]);
  expect(officesOf("", [irccStatus])).toEqual([irccStatus]);
});
