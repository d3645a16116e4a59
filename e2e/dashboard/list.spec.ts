import type { Page } from "@playwright/test";
import { appCode } from "#test/support/accounts/app-code.ts";
import { delaysScripts, finds, flash, heading, opensMenuOf, rowOf, watchForReload } from "../support/dashboard.ts";
import { waitForHydration, letSessionsAge } from "../support/member.ts";
import { aRecord, freshPerson, letters } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(async ({ admin, page }) => {
  await admin.opens("/dashboard/update");
  await expect(heading(page)).toHaveText("Records");
});

const rows = (page: Page) => page.locator("[data-row]");

test("the URL contains a name that was searched for, but not a number", async ({ portal, page }) => {
  const { name, passport, ircc } = await aRecord(portal);
  const [, surname = ""] = name.split(" ");
  await finds(page, surname);
  await expect(rows(page)).toHaveCount(1);
  const search = `?search=${surname}`;
  expect(new URL(page.url()).search).toBe(search);
  await opensMenuOf(page, name);
  await page.getByRole("link", { name: `Update ${name}` }).click();
  await page.getByRole("button", { name: "Update record" }).click();
  await expect(flash(page)).toContainText("Record updated");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(new URL(page.url()).search).toBe(search);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  for (const number of [passport, ircc]) {
    await finds(page, number);
    await expect(rows(page)).toHaveCount(1);
    await expect(rowOf(page, name)).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue(number);
    await page.reload();
    await expect(rowOf(page, name)).toBeVisible();
    expect(addresses.filter((address) => address.includes(number.slice(1)))).toEqual([]);
  }
  await finds(page, "nobody is called so");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.getByRole("link", { name: "Show every record" }).click();
  await expect(rowOf(page, "Rahima Khatun")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("a record is hidden, shown again, and deleted after a confirmation", async ({ portal, page }) => {
  const { name } = await aRecord(portal);
  await finds(page, name);
  await opensMenuOf(page, name);
  await page.getByRole("button", { name: `Hide ${name}` }).click();
  await expect(rowOf(page, name)).toContainText("hidden");
  await expect(flash(page)).toContainText(`${name} is hidden now`);
  await page.emulateMedia({ media: "print" });
  await expect(flash(page)).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("button", { name: `Undo ${name}` }).click();
  await expect(rowOf(page, name)).toContainText("shown");
  await expect(flash(page)).toContainText(`${name} is visible now`);
  // The list still shows the search.
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(flash(page)).toHaveCount(0);
  await waitForHydration(page);
  const deletion = page.getByRole("link", { name: `Delete ${name}` });
  await opensMenuOf(page, name);
  await deletion.click();
  await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  await expect(page.locator("form", { hasText: "You won't be able to revert this!" })).toContainText(name);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(rowOf(page, name)).toBeVisible();
  if (!(await deletion.isVisible())) await opensMenuOf(page, name);
  await deletion.click();
  await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
  await expect(rowOf(page, name)).toContainText("hidden");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  if (!(await deletion.isVisible())) await opensMenuOf(page, name);
  await deletion.click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(flash(page)).toContainText("The record has been deleted.");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
});

test("rows are ticked with Shift and with a key; a bulk run shows its progress and can be undone", async ({
  portal,
  page,
}) => {
  const family = `Ztick ${letters()}`;
  for (const name of ["Amina", "Babul", "Chand", "Dalia"]) {
    await aRecord(portal, { person: { ...freshPerson(), name: `${name} ${family}` } });
  }
  await finds(page, family);
  await expect(rows(page)).toHaveCount(4);
  await page.getByLabel("Tick Amina").click();
  await page.getByLabel("Tick Chand").click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 ticked")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("t");
  await expect(page.getByText("4 ticked")).toBeVisible();
  await page.getByLabel("With the ticked records").selectOption("Hide records");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Hide 4 records" }).click();
  await expect(page.getByText("4 records done.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("4 records were put back.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await expect(rows(page).filter({ hasText: "shown" })).toHaveCount(4);
});

test("a key copies a number as other programs expect it, and the row stays as it is", async ({
  portal,
  page,
  context,
}) => {
  const { name, ircc } = await aRecord(portal);
  await finds(page, name);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const before = await rowOf(page, name).boundingBox();
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await expect(rowOf(page, name)).toContainText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ircc);
  expect(await rowOf(page, name).boundingBox()).toEqual(before);
});

test("the panel shows the sheet of the focused row, and goes with arrow keys through the list", async ({
  portal,
  page,
}) => {
  const family = `Zpanel ${letters()}`;
  for (const name of ["Amina", "Babul"]) {
    await aRecord(portal, { person: { ...freshPerson(), name: `${name} ${family}` } });
  }
  await finds(page, family);
  await expect(rows(page)).toHaveCount(2);
  const panel = (name: string) => page.getByRole("complementary", { name: `${name} ${family}` });
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(panel("Amina").getByRole("article")).toContainText(`Amina ${family}`);
  await page.keyboard.press("ArrowDown");
  await expect(panel("Babul").getByRole("article")).toContainText(`Babul ${family}`);
  await page.keyboard.press("h");
  await expect(panel("Babul").getByRole("article")).toContainText("hidden");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: family })).toHaveCount(0);
  await expect(page.getByRole("link", { name: `Babul ${family}`, exact: true })).toBeFocused();
});

test("values that are typed before hydration stay", async ({ page }) => {
  const { letGo } = await delaysScripts(page);
  await page.goto("/dashboard/update", { waitUntil: "commit" });
  await page.getByRole("searchbox").fill("Rahima");
  await letGo();
  await expect(page.getByRole("searchbox")).toHaveValue("Rahima");
});

test("page and focus stay after an action, and the offer to undo covers nothing on a phone", async ({
  portal,
  page,
}) => {
  const { name } = await aRecord(portal);
  await finds(page, name);
  await expect(rows(page)).toHaveCount(1);
  const { stayed } = await watchForReload(page);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  await page.keyboard.press("h");
  await expect(page.getByRole("status")).toContainText(`${name} is hidden now`);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const tops = await Promise.all([flash(page), page.getByRole("contentinfo")].map((part) => part.boundingBox()));
  const [line, foot] = tops.map((box) => box ?? { y: Number.NaN, height: 0 });
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(line?.y ?? 0);
  await expect(rowOf(page, name).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(rowOf(page, name)).toContainText("shown");
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  expect(await stayed()).toBe(true);
});

test("deleting a record requires the second step again, and returns to the question", async ({
  portal,
  admin,
  page,
}) => {
  const { name, id } = await aRecord(portal);
  const { secret } = await admin.turnsOnTheSecondStep();
  await letSessionsAge(portal);
  await page.goto("/dashboard/update");
  await finds(page, name);
  await opensMenuOf(page, name);
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  const yes = page.getByRole("button", { name: "Yes, delete it!" });
  const proof = admin.field("Code");
  await expect(yes.or(proof)).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await proof.fill(appCode(secret, 1));
  await admin.button("Continue").click();
  await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/update/${id}/delete`);
  await yes.click();
  await expect(flash(page)).toContainText("The record has been deleted.");
});
