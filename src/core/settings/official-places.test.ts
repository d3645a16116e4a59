import { expect, test } from "vitest";
import { defaultMenus } from "./menus.ts";
import { defaultOfficialPlaces, officialPlacesSchema } from "./official-places.ts";

/** Governments, their agencies, and the two bodies of the United Nations. */
const official =
  /\.(?:gov\.au|canada\.ca|gov\.bd|gc\.ca)$|^(?:canada\.ca|antifraudcentre-centreantifraude\.ca|(?:www\.)?(?:ilo\.org|iom\.int))$/;

const hostOf = ({ to }: { to: string }) => URL.parse(to);

test("every place to ask is official and reached over https", () => {
  const places = Object.values(defaultOfficialPlaces).flat();
  expect(places.length).toBeGreaterThan(10);
  for (const place of [...places, ...defaultMenus.tiles]) {
    expect(hostOf(place)?.protocol).toBe("https:");
    expect(hostOf(place)?.hostname).toMatch(official);
  }
});

test("the schema takes them, and no address that is not https", () => {
  expect(officialPlacesSchema.parse(defaultOfficialPlaces)).toEqual(defaultOfficialPlaces);
  for (const to of ["http://canada.ca", "javascript:alert(1)", "//canada.ca", ""]) {
    expect(officialPlacesSchema.safeParse({ lmia: [{ label: "LMIA", to }] }).success).toBe(false);
  }
});
