import { expect, test } from "vitest";
import { countryOfWork, isOfCanada, officesFor } from "./offices-for.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";
import { officialLinks } from "./official-links.ts";
import { defaultSettings } from "./settings.ts";

// tools/links checks whether these places are official, together with all other links.
test("the schema accepts the default places and refuses unsafe addresses", () => {
  expect(Object.values(defaultOfficialPlaces).flat().length).toBeGreaterThan(10);
  expect(officialPlacesSchema.parse(defaultOfficialPlaces)).toEqual(defaultOfficialPlaces);
  for (const to of ["http://canada.ca", "javascript:alert(1)", "//canada.ca", "https://canada.ca@evil.example", ""]) {
    expect(officialPlacesSchema.safeParse({ lmia: [{ label: "LMIA", to }] }).success).toBe(false);
  }
});

test("the country of work is the one abroad whose offices stand beside the papers that the site has", () => {
  const site = { ...defaultSettings("2026-12-01"), defaultNationality: "BANGLADESH" };
  const { bmet, irccStatus, ilo, vevo } = officialLinks;
  expect(countryOfWork(site), "Canada and Australia").toBeUndefined();
  const officialPlaces = { visaPaper: [irccStatus, ilo], ticket: [bmet], workPermit: [vevo] };
  expect(countryOfWork({ ...site, officialPlaces })).toBeUndefined();
  expect(countryOfWork({ ...site, officialPlaces, kindsOff: { workPermit: "staff" } })).toBe("CA");
  expect(countryOfWork({ ...site, officialPlaces: { p1: [bmet, ilo] } })).toBeUndefined();
  const ofAnother = { ...site, defaultNationality: "NEPAL", officialPlaces: { ticket: [bmet], visaPaper: [vevo] } };
  expect(countryOfWork(ofAnother), "an office of the home country beside its papers").toBe("AU");
});

test("a record has the offices of its country of work, of its nationality, and of no single country", () => {
  const { bmet, irccStatus, ilo, vevo } = officialLinks;
  const all = [vevo, irccStatus, bmet, ilo];
  expect(officesFor({ nationality: "BANGLADESH", ofWork: "CA" }, all)).toEqual([irccStatus, bmet, ilo]);
  expect(officesFor({ nationality: "", ofWork: undefined }, all)).toEqual([ilo]);
  for (const irccNumber of ["12345678", "EGO1234567", ""]) expect(isOfCanada(irccNumber, false)).toBe(false);
  expect(isOfCanada("W123456789", false)).toBe(true);
});
