import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { system } from "#core/staff/actor.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { deleteRecord } from "#operations/records/change-record.ts";
import { appCode } from "./support/app-code.ts";
import { holdsScripts } from "./support/held-scripts.ts";
import { Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { watchesThePage } from "./support/same-page.ts";
import { expect, test } from "./support/test.ts";
import { goesAfter } from "./support/toast.ts";

const page404 = /status of 404/;

const letters = () => Array.from({ length: 7 }, () => String.fromCodePoint(97 + randomInt(26))).join("");

/** A record of its own for a test that changes it. */
async function aRecord({ office }: StartedPortal) {
  const name = `Karim ${letters()}`;
  const passportNumber = `E${randomInt(10_000_000, 99_999_999)}`;
  const irccNumber = `W${randomInt(1_000_000, 9_999_999)}`;
  const particulars = { name, passportNumber, irccNumber, fatherName: "A", motherName: "B", address: "Dhaka" };
  const { id } = await addRecord(office, system("journeys"), { particulars, images: {} });
  return { id, name, passportNumber, irccNumber };
}

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

async function finds(page: Page, search: string): Promise<void> {
  await page.getByRole("searchbox").fill(search);
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

test.beforeEach(async ({ portal, page }) => {
  await (await Member.joins(portal, page, "admin")).comesIn("/dashboard/update");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage User Data");
});

test("records stand in the specification's columns, each with its state", async ({ page }) => {
  const heads = await page.getByRole("columnheader").allInnerTexts();
  expect(heads).toEqual(["Delete", "Picture", "State", "Update", "Hide", "Unhide"]);
  await expect(rowOf(page, "Rahima Khatun")).toContainText("W1234567");
  await expect(rowOf(page, "Rahima Khatun")).toContainText("shown");
  await expect(rowOf(page, "Nobody Now")).toContainText("hidden");
  await expect(rowOf(page, "Nobody Yet")).toContainText("waiting");
  await expect(rowOf(page, "Nobody Now").getByRole("button")).toHaveText(["Unhide Nobody Now"]);
  await expect(rowOf(page, "Rahima Khatun").locator("img")).toHaveJSProperty("naturalWidth", 298);
});

test("a name that is searched for stands in the address, a number does not", async ({ portal, page }) => {
  const { name, passportNumber, irccNumber } = await aRecord(portal);
  const [, surname = ""] = name.split(" ");
  await finds(page, surname);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  expect(new URL(page.url()).search).toBe(`?search=${surname}`);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  for (const number of [passportNumber, irccNumber]) {
    await finds(page, number);
    await expect(page.locator("[data-row]")).toHaveCount(1);
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

test("states and orders are chosen by address, and go together", async ({ portal, page }) => {
  const { name } = await aRecord(portal);
  const rows = page.locator("[data-row]");
  await page.getByRole("link", { name: "waiting", exact: true }).click();
  // Other journeys at the same site may have records that wait.
  await expect(rows.filter({ hasNotText: "waiting" })).toHaveCount(0);
  await expect(rowOf(page, "Nobody Yet")).toBeVisible();
  await page.getByRole("link", { name: "shown", exact: true }).click();
  await page.getByRole("link", { name: "Newest first" }).click();
  await expect(rows.first()).toContainText(name);
  expect(new URL(page.url()).search).toBe("?state=shown&sort=added");
  await expect(page.getByRole("link", { name: "Newest first" })).toHaveAttribute("aria-current", "true");
});

test("a record is hidden, and that is undone", { tag: "@also-without-javascript" }, async ({ portal, page }) => {
  const { name } = await aRecord(portal);
  const flash = page.locator("[data-flash]");
  await finds(page, name);
  await page.getByRole("button", { name: `Hide ${name}` }).click();
  await expect(rowOf(page, name)).toContainText("hidden");
  await expect(flash).toContainText(`${name} user is hidden now`);
  await page.emulateMedia({ media: "print" });
  await expect(flash).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.getByRole("button", { name: `Undo ${name}` }).click();
  await expect(rowOf(page, name)).toContainText("shown");
  await expect(flash).toContainText(`${name} user is visible now`);
  // The list is still the one that was searched.
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await page.reload();
  await expect(flash).toHaveCount(0);
});

test("a record is deleted by who is sure", { tag: "@also-without-javascript" }, async ({ portal, page }) => {
  const { name } = await aRecord(portal);
  await finds(page, name);
  const deletion = page.getByRole("link", { name: `Delete ${name}` });
  await deletion.click();
  await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  await expect(page.locator("form", { hasText: "You won't be able to revert this!" })).toContainText(name);
  await page
    .getByRole("button", { name: "Cancel" })
    .or(page.getByRole("link", { name: "Cancel" }))
    .click();
  await expect(rowOf(page, name)).toBeVisible();
  await deletion.click();
  await page.getByRole("button", { name: "Yes, delete it!" }).click();
  await expect(page.locator("[data-flash]")).toContainText("Your User data has been deleted.");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
});

test("what somebody else has deleted meanwhile is told in words", async ({ portal, page }) => {
  const { id, name } = await aRecord(portal);
  await finds(page, name);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await deleteRecord(portal.office, system("journeys"), { id });
  await page.getByRole("button", { name: `Hide ${name}` }).click();
  await expect(page.getByRole("alert")).toHaveText("This record is not here any more. Somebody may have deleted it.");
  await expect(page.locator("[data-row]")).toHaveCount(0);
});

test.describe("the question for a record that is not there", () => {
  test.use({ expectedComplaint: page404 });

  test("is not asked", async ({ page }) => {
    await page.goto("/dashboard/update/nobody/delete");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This is not here any more");
    await page.getByRole("link", { name: "Back to the dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entry");
  });
});

test("a long list comes page by page", async ({ portal, page }) => {
  const many = `Long ${letters()}`;
  const names = Array.from(
    { length: 51 },
    (_, at) => `${many} ${String.fromCodePoint(97 + (at % 26)).repeat(1 + at / 26)}`,
  );
  for (const name of names) {
    const numbers = { passportNumber: `F${randomInt(1e11, 9e11)}`, irccNumber: `V${randomInt(1e11, 9e11)}` };
    const particulars = { name, ...numbers, fatherName: "A", motherName: "B", address: "Dhaka" };
    await addRecord(portal.office, system("journeys"), { particulars, images: {} });
  }
  await finds(page, many);
  await expect(page.getByText("51 records")).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(50);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page.locator("[data-row]")).toHaveCount(50);
});

test.describe("where scripts run", () => {
  test("what was typed before they came is not taken away", async ({ page }) => {
    const { letGo } = await holdsScripts(page);
    await page.goto("/dashboard/update", { waitUntil: "commit" });
    await page.getByRole("searchbox").fill("Rahima");
    await letGo();
    await expect(page.getByRole("searchbox")).toHaveValue("Rahima");
  });

  test("the page stays, the toast goes after a second, the focus keeps its place", async ({ portal, page }) => {
    const { name } = await aRecord(portal);
    await finds(page, name);
    await expect(page.locator("[data-row]")).toHaveCount(1);
    const { stayed } = await watchesThePage(page);
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: `Delete ${name}` })).toBeFocused();
    await page.keyboard.press("h");
    await expect(page.getByRole("status")).toContainText(`${name} user is hidden now`);
    await goesAfter(page.locator("[data-toast]"), 1000);
    await expect(page.locator("[data-flash]")).toBeVisible();
    await expect(rowOf(page, name).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("z");
    await expect(rowOf(page, name)).toContainText("shown");
    await page.keyboard.press("x");
    await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: `Delete ${name}` })).toBeFocused();
    expect(await stayed()).toBe(true);
  });
});

test("deleting wants the second step again, and comes back to the question", async ({ portal, page, context }) => {
  test.slow();
  await context.clearCookies();
  const { name, id } = await aRecord(portal);
  const admin = await Member.joins(portal, page, "admin");
  const { secret } = await admin.turnsOnTheSecondStep();
  await provedLongAgo(portal);
  await page.goto("/dashboard/update");
  await finds(page, name);
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
  await expect(page.locator("[data-flash]")).toContainText("Your User data has been deleted.");
});

/** As if every session had shown its second step an hour ago. */
const provedLongAgo = ({ office }: StartedPortal) =>
  office.database.write((writer) =>
    writer
      .updateTable("session")
      .set({ proved_at: Date.now() - 3_600_000 })
      .execute(),
  );
