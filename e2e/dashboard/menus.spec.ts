import type { Page } from "@playwright/test";
import { defaultMenus } from "#core/settings/default-menus.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import type { StartedPortal } from "../support/portal.ts";
import { changeSettingsTo } from "../support/records.ts";
import { expect, test } from "../support/test.ts";

const formOf = (part: string) => `/dashboard/Menus?part=${part}`;
const menusOf = async (portal: StartedPortal) => (await currentSettings(portal.office)).menus;
const rows = (page: Page) => page.locator("fieldset");

/** The headings of groups. */
const summaries = (page: Page) => page.locator("summary").filter({ hasNotText: "The name in other languages" });
const group = (page: Page, name: string) =>
  page.locator("details", { has: page.locator("summary", { hasText: new RegExp(`^${name}$`) }) });
/** What the page asks the site, save that it keeps a draft of what is typed. */
const requestsOf = (page: Page) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    const isOfDraft = request.url().endsWith("/dashboard/page-draft");
    if (!isOfDraft && ["document", "fetch", "xhr"].includes(request.resourceType())) requests.push(request.method());
  });
  return requests;
};

const saved = "Saved. Visitors see it from now on.";

test("links of the bar are moved, removed, added and saved, and the focus follows a row that moves without a reload", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(formOf("navbar"));
  await page.evaluate(() => (document.title = "still here"));
  await rows(page).last().getByLabel("Text").fill("Write to us");
  await admin.button("Up: Contact us").click();
  await expect(rows(page).nth(5).getByLabel("Text")).toHaveValue("Write to us");
  await expect(page.locator("#up-0-5")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#up-0-4")).toBeFocused();
  await page.locator("#down-0-0").focus();
  await page.keyboard.press("Space");
  await expect(page.locator("#down-0-1")).toBeFocused();
  await page.locator("#remove-0-4").press("Enter");
  await expect(page.locator("#label-0-4")).toBeFocused();
  await expect(page).toHaveTitle("still here");

  await admin.opens(formOf("navbar"));
  await expect(rows(page)).toHaveCount(7);
  await admin.button("Up: How checking works").click();
  await expect(admin.button("Down: How checking works")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Not saved yet" })).toBeVisible();
  await admin.button("Remove: News and media").click();
  await expect(rows(page)).toHaveCount(6);
  await admin.button("Add a link").click();
  const added = rows(page).last();
  await expect(added.getByLabel("Text")).toBeFocused();
  await added.getByLabel("Text").fill("Our own page");
  await added.getByLabel("Address").fill("https://shapla.example/about");
  expect((await menusOf(portal)).navbar).toEqual(defaultMenus.navbar);
  await admin.button("Save").click();
  await expect(page.getByRole("alert")).toHaveText(saved);
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "This site" }).getByRole("link")).toHaveText([
    "How checking works",
    "About us",
    "Check a visa",
    "Check a work permit",
    "Report a mistake",
    "Contact us",
    /^Our own page/,
  ]);
});

test("the default tiles can be restored, and changed at once; an error is shown at its box, and all else stays", async ({
  admin,
  portal,
  page,
}) => {
  await changeSettingsTo(portal.office, { menus: { ...defaultMenus, tiles: [] } });
  await admin.opens(formOf("tiles"));
  await expect(page.getByText("Nothing here yet.")).toBeVisible();
  const requests = requestsOf(page);
  await admin.button("Back to the delivered ones").click();
  await expect(rows(page)).toHaveCount(8);
  await expect(page.getByRole("status").filter({ hasText: "came with the site" })).toBeVisible();
  await rows(page).first().getByLabel("Text").first().fill("Check it here");
  await page.locator("#down-0-0").click();
  await expect(rows(page).nth(1).getByLabel("Text").first()).toHaveValue("Check it here");
  expect(requests).toEqual([]);
  await admin.button("Save").click();
  await expect(page.getByRole("alert")).toHaveText(saved);
  expect((await menusOf(portal)).tiles[1]?.label).toBe("Check it here");
  await changeSettingsTo(portal.office, { menus: defaultMenus });

  await admin.opens(formOf("footer"));
  const [one = "", two = ""] = defaultMenus.footer.map(({ title }) => title);
  await admin.button(`Down: ${one}`).click();
  await group(page, two).locator("summary").first().click();
  const wrong = group(page, one).getByLabel("Address").first();
  const empty = group(page, one).getByLabel("Text").nth(1);
  await group(page, one).locator("summary").first().click();
  await wrong.fill("javascript:alert(1)");
  await empty.fill(" ");
  await group(page, one).locator("summary").first().click();
  await admin.button("Save").click();
  await expect(page.getByRole("alert")).toHaveText("Nothing was saved: something below is not right.");
  expect(await menusOf(portal)).toEqual(defaultMenus);
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveValue("javascript:alert(1)");
  await expect(wrong).toHaveAccessibleDescription(
    "Type a page of this site, like /contact, or an address that begins with https://.",
  );
  await expect(empty).toHaveAccessibleDescription("Fill this in first.");
  await expect(group(page, two)).toHaveAttribute("open");
  await expect(summaries(page).first()).toHaveText(two);
  await wrong.fill("/about");
  await empty.fill("Prices");
  await admin.button("Save").click();
  await expect(page.getByRole("alert")).toHaveText(saved);
  expect((await menusOf(portal)).footer.slice(0, 2).map(({ title }) => title)).toEqual([two, one]);
});
