import { expect, test } from "vitest";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";

// tools/links checks whether these places are official, together with all other links.
test("the schema accepts the default places and refuses unsafe addresses", () => {
  expect(Object.values(defaultOfficialPlaces).flat().length).toBeGreaterThan(10);
  expect(officialPlacesSchema.parse(defaultOfficialPlaces)).toEqual(defaultOfficialPlaces);
  for (const to of ["http://canada.ca", "javascript:alert(1)", "//canada.ca", "https://canada.ca@evil.example", ""]) {
    expect(officialPlacesSchema.safeParse({ lmia: [{ label: "LMIA", to }] }).success).toBe(false);
  }
});
