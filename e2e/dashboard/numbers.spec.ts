import type { Page, Route } from "@playwright/test";
import { auditTrail } from "../../test/support/audit-trail.ts";
import type { Member } from "../support/member.ts";
import { journeys } from "../support/own-records.ts";
import { hidden, shown } from "../support/records.ts";
import { expect, test } from "../support/test.ts";

const address = "/MaltipleInput";
const box = "Passport or IRCC numbers";

const many = Array.from({ length: 180 }, (_, at) => `A${10_000_000 + at}`).join("\n");
const progress = "[data-progress]";

/** Lets the requests for parts of a list through one at a time. */
async function partByPart(page: Page) {
  let asked = Promise.withResolvers<Route>();
  await page.route(`**${address}.data*`, (route) => {
    asked.resolve(route);
  });
  const next = async () => {
    const route = await asked.promise;
    asked = Promise.withResolvers<Route>();
    return route;
  };
  return { pass: async () => (await next()).continue(), fail: async () => (await next()).abort(), holdBack: next };
}

/** Begins a long list and lets its first part through. */
async function beginsLongList(admin: Member) {
  await admin.opens(address);
  const parts = await partByPart(admin.page);
  await admin.field(box).fill(many);
  await admin.button("Check").click();
  await parts.pass();
  return parts;
}

test("a list is copied as a table in which no name is a formula; a long one is answered in parts, with its progress", async ({
  admin,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await admin.opens(address);
  await admin.field(box).fill(`${shown.passport}\n=1+1\n${hidden.ircc}`);
  await admin.button("Check").click();
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Copied. Paste it into a spreadsheet.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    [
      "Number\tState\tRecord",
      `${shown.passport}\tshown\tRahima Khatun`,
      "'=1+1\tunknown\tcannot be a number",
      `${hidden.ircc}\thidden\tNobody Now`,
    ].join("\n"),
  );

  const parts = await beginsLongList(admin);
  await expect(page.locator(progress)).toHaveText("50 of 180 checked");
  await expect(page.locator(progress)).toHaveRole("status");
  await expect(page.locator("[data-row]")).toHaveCount(50);
  await expect(admin.button("Copy as a table")).toHaveCount(0);
  await parts.pass();
  await expect(page.locator(progress)).toHaveText("100 of 180 checked");
  await parts.pass();
  await parts.pass();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("180 unknown");
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page.locator(progress)).toBeEmpty();
  await expect(admin.button("Copy as a table")).toBeVisible();
  const typed = await page.locator("[data-row] td:first-child").allInnerTexts();
  expect(typed.map((text) => text.replaceAll(/\s/g, ""))).toEqual(many.split("\n"));
});

test("a long list can be stopped, and continues where it was, also after a sign-in in another window", async ({
  admin,
  portal,
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  const parts = await beginsLongList(admin);
  // Whoever stops before the page has asked for it, stops the first part.
  await parts.holdBack();
  await admin.button("Stop").focus();
  const ended = page.waitForEvent("requestfailed");
  await page.keyboard.press("Enter");
  await ended;
  await expect(page.locator(progress)).toHaveText("Stopped after 50 of 180");
  await expect(page.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(admin.button("Copy as a table")).toBeVisible();
  await admin.button("Go on").click();
  await parts.pass();
  await expect(page.locator(progress)).toHaveText("100 of 180 checked");
  await expect(page.locator("[data-row]")).toHaveCount(100);
  await parts.fail();
  await expect(page.locator(progress)).toContainText("No more results came: the connection may be gone.");
  await expect(page.locator("[data-row]")).toHaveCount(100);
  await context.clearCookies();
  await admin.button("Go on").click();
  await parts.pass();
  await expect(page.locator(progress)).toContainText("You are signed out, so no more results came.");
  await expect(page.locator("[data-row]")).toHaveCount(100);
  await admin.signsInAgain();
  await admin.button("Go on").click();
  await parts.pass();
  await parts.pass();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("180 unknown");
  const trail = await auditTrail(portal.office, journeys, "staff", admin.id);
  const checks = trail.filter(({ action }) => action === "numbers-checked");
  expect(checks.map(({ details }) => details?.["unknown"]?.to)).toEqual([180]);
});
