import { expect, test } from "vitest";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";

// That they are official is looked at by tools/links, with all other links.
test("the schema takes the places to ask, and no address that is not https", () => {
  expect(Object.values(defaultOfficialPlaces).flat().length).toBeGreaterThan(10);
  expect(officialPlacesSchema.parse(defaultOfficialPlaces)).toEqual(defaultOfficialPlaces);
  for (const to of ["http://canada.ca", "javascript:alert(1)", "//canada.ca", "https://canada.ca@evil.example", ""]) {
    expect(officialPlacesSchema.safeParse({ lmia: [{ label: "LMIA", to }] }).success).toBe(false);
  }
});
