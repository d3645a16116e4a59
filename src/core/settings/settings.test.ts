import { describe, expect, test } from "vitest";
import { publicKinds } from "../records/document-kinds.ts";
import { defaultSettings, parseSettings } from "./settings.ts";

const settings = defaultSettings("2026-03-31");
const linksOf = ({ menus }: typeof settings) => [
  ...menus.categories.flatMap(({ links }) => links),
  ...menus.navbar,
  ...menus.tiles,
  ...menus.footer.flatMap(({ links }) => links),
];

test("the default settings are valid", () => {
  expect(parseSettings(settings)).toEqual(settings);
});

test("the default settings claim nothing: no name, no licence, no address, no government", () => {
  expect(settings.operator).toMatchObject({ name: "", licence: "", licenceRegister: "" });
  expect(settings).toMatchObject({ lookupPolicy: "open", defaultNationality: "BANGLADESH", registration: "open" });
});

test("strangers see no medical form, police clearance or fingerprints until an admin shows them", () => {
  const kinds = ["medical", "policeClearance", "fingerprint"] as const;
  for (const kind of kinds) expect(settings.shownKinds).not.toContain(kind);
  expect(settings.shownKinds).toHaveLength(publicKinds.length - kinds.length);
});

test("the menus have the specification's structure", () => {
  const subjects = settings.menus.categories.map(({ title }) => title);
  expect(subjects).toHaveLength(11);
  expect([subjects[0], subjects[5], subjects[10]]).toEqual([
    "Work and pay",
    "Medical checks and health",
    "Fraud, police and emergencies",
  ]);
  expect(settings.menus.navbar).toHaveLength(7);
  expect(settings.menus.tiles).toHaveLength(8);
});

test("every default link leads to this site, or elsewhere by https", () => {
  for (const { to } of linksOf(settings)) expect(to).toMatch(/^(\/[A-Za-z_-]*|https:\/\/[\w.-]+(\/[\w./-]*)?)$/);
});

const linkTo = (to: string) => ({ menus: { ...settings.menus, navbar: [{ label: "x", to }] } });
const ofOperator = (change: object) => ({ operator: { ...settings.operator, ...change } });

describe("parseSettings refuses", () => {
  test.each([
    ["a date that does not exist", { dateValue: "2026-02-30" }, "dateValue"],
    ["a date in words", { dateValue: "31 March 2026" }, "dateValue"],
    ["an unknown policy", { lookupPolicy: "anything" }, "lookupPolicy"],
    ["a feature without one that it needs", { features: { ...settings.features, bulk: false } }, "features.imports"],
    ["share codes alone on a site where no holder makes one", { lookupPolicy: "code" }, "lookupPolicy"],
    ["an unknown kind of document", { shownKinds: ["passport"] }, "shownKinds.0"],
    ["a link that runs a script", linkTo("javascript:alert(1)"), "menus.navbar.0.to"],
    ["a link without https", linkTo("http://canada.ca"), "menus.navbar.0.to"],
    ["a link to another host in disguise", linkTo("//evil.example"), "menus.navbar.0.to"],
    ["a link with a user name before another host", linkTo("https://canada.ca:b@evil.example"), "menus.navbar.0.to"],
    [
      "a register with a user name before another host",
      ofOperator({ licenceRegister: "https://canada.ca@evil.example" }),
      "operator.licenceRegister",
    ],
    [
      "an own page with a user name before another host",
      ofOperator({ page: "https://:b@evil.example" }),
      "operator.page",
    ],
  ])("%s", (_, change, field) => {
    expect(() => parseSettings({ ...settings, ...change })).toThrow(
      expect.objectContaining({ id: "invalid", fields: expect.objectContaining({ [field]: expect.any(String) }) }),
    );
  });
});
