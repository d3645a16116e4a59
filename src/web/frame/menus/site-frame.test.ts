import { describe, expect, test } from "vitest";
import { defaultSettings, type Settings } from "#core/settings/settings.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { siteFrame } from "./site-frame.server.tsx";

const origin = "https://check.agency.example";
const settings = defaultSettings("2026-03-31");
const withMenus = (menus: Partial<Settings["menus"]>): Settings => ({
  ...settings,
  menus: { ...settings.menus, ...menus },
});

test("the frame is rendered once for each language, and once for each page of the bar", () => {
  const home = siteFrame(settings, origin, "/");
  expect(siteFrame(settings, origin, "/")).toBe(home);
  expect(siteFrame(settings, origin, "/Check_Visa")).not.toBe(home);
  expect(siteFrame(settings, origin, "/Visa")).toBe(siteFrame(settings, origin, "/Lima"));
  overwriteGetLocale(() => "bn");
  expect(siteFrame(settings, origin, "/").menu).toContain("কাজ ও বেতন");
  overwriteGetLocale(() => "en");
  expect(siteFrame(settings, origin, "/")).toBe(home);
});

test("changed settings are rendered again", () => {
  const tiles = [{ label: "Ours", to: "/about", text: "Who we are." }];
  expect(siteFrame(withMenus({ tiles }), origin, "/").tiles).toContain("Who we are.");
  expect(siteFrame(settings, origin, "/").tiles).not.toContain("Who we are.");
});

describe("the bar of the frame", () => {
  test("is left out if it has no links", () => {
    expect(siteFrame(withMenus({ navbar: [] }), origin, "/").navbar).toBe("");
  });
});

describe("MENU", () => {
  const withHolders = (holders: boolean) => ({ features: { ...settings.features, holders } });
  const linksIn = (site: Settings) => [...siteFrame(site, origin, "/").menu.matchAll(/<a href="(\/[\w-]*)"/g)];
  const leadsTo = (site: Settings) => linksIn(site).map(([, to]) => to);

  test("leads to share codes, the check of a slip and one's own record, once each", () => {
    for (const path of ["/code", "/check", "/my-record"])
      for (const links of [[], [{ label: "Ours", to: path }]])
        expect(leadsTo({ ...withMenus({ navbar: links }), ...withHolders(true) }).filter((to) => to === path)).toEqual([
          path,
        ]);
  });

  test("leads to no page of a feature that is off", () => {
    const site = { ...settings, ...withHolders(false) };
    expect(leadsTo(site)).toContain("/check");
    expect(leadsTo(site)).not.toContain("/code");
    expect(leadsTo(site)).not.toContain("/my-record");
  });
});

test("no text of the operator becomes markup", () => {
  const evil = { label: '<img src="x">', to: "/a" };
  const group = { title: "<b>", links: [evil] };
  const shown = siteFrame(
    {
      ...withMenus({ navbar: [evil], categories: [group], footer: [group], tiles: [{ ...evil, text: "<i>" }] }),
      operator: { ...settings.operator, name: "<s>", address: "<u>" },
    },
    origin,
    "/",
  );
  for (const part of Object.values(shown)) expect(part).not.toMatch(/<(img|b|i|s|u)[ >]/);
});
