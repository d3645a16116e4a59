import type { Page } from "@playwright/test";
import { finds, flash, heading, opensMenuOf, rowOf, watchForReload } from "../support/dashboard.ts";
import { waitForHydration } from "../support/member.ts";
import { aRecord, freshPerson, letters } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test.beforeEach(async ({ admin, page }) => {
  await admin.opens("/dashboard/update");
  await expect(heading(page)).toHaveText("Records");
});

const rows = (page: Page) => page.locator("[data-row]");

test("page and focus stay while a record is hidden with a key and shown again; it is deleted after a confirmation", async ({
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
  await page.emulateMedia({ media: "print" });
  await expect(flash(page)).toBeHidden();
  await page.emulateMedia({ media: null });
  // On a phone, the offer to undo covers nothing.
  await page.setViewportSize({ width: 360, height: 640 });
  // The page gets its new height only after the window has its size.
  const covered = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const tops = await Promise.all([flash(page), page.getByRole("contentinfo")].map((part) => part.boundingBox()));
    const [line, foot] = tops.map((box) => box ?? { y: Number.NaN, height: 0 });
    return (foot?.y ?? 0) + (foot?.height ?? 0) - (line?.y ?? 0);
  };
  await expect.poll(covered).toBeLessThanOrEqual(0);
  await expect(rowOf(page, name).locator(":focus")).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("z");
  await expect(rowOf(page, name)).toContainText("shown");
  await expect(flash(page)).toContainText(`${name} is visible now`);
  await page.keyboard.press("x");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  expect(await stayed()).toBe(true);

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
  await page.getByRole("dialog").getByRole("button", { name: "Hide" }).click();
  await expect(rowOf(page, name)).toContainText("hidden");
  for (const [label, count] of [
    ["Unhide", 1],
    ["Hide", 0],
  ] as const)
    await expect(
      rowOf(page, name).getByRole("button", { name: `${label} ${name}`, exact: true, includeHidden: true }),
    ).toHaveCount(count);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The menu may be open still, or about to close.
  await heading(page).click();
  await expect(deletion).toBeHidden();
  await opensMenuOf(page, name);
  await deletion.click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(flash(page)).toContainText("The record has been deleted.");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
});

test("keys copy a number and lead through the sheets of a list; rows are ticked, and a bulk run shows its progress and is undone", async ({
  portal,
  page,
  context,
}) => {
  const family = `Ztick ${letters()}`;
  const people = ["Amina", "Babul", "Chand", "Dalia"].map((name) => ({ ...freshPerson(), name: `${name} ${family}` }));
  for (const person of people) await aRecord(portal, { person });
  await finds(page, family);
  await expect(rows(page)).toHaveCount(4);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const before = await rowOf(page, "Amina").boundingBox();
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await expect(rowOf(page, "Amina")).toContainText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(people[0]?.ircc);
  expect(await rowOf(page, "Amina").boundingBox()).toEqual(before);

  const panel = (name: string) => page.getByRole("complementary", { name: `${name} ${family}` });
  await page.keyboard.press("Enter");
  await expect(panel("Amina").getByRole("article")).toContainText(`Amina ${family}`);
  await page.keyboard.press("ArrowDown");
  await expect(panel("Babul").getByRole("article")).toContainText(`Babul ${family}`);
  await page.keyboard.press("h");
  await expect(panel("Babul").getByRole("article")).toContainText("hidden");
  await page.keyboard.press("z");
  await expect(panel("Babul").getByRole("article")).toContainText("shown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: family })).toHaveCount(0);
  await expect(page.getByRole("link", { name: `Babul ${family}`, exact: true })).toBeFocused();

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
