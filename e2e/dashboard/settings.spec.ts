import type { Page } from "@playwright/test";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { flash } from "../support/dashboard.ts";
import { changeSettingsTo } from "../support/records.ts";
import { expect, test } from "../support/test.ts";

const address = (section: string) => `/dashboard/Settings/${section}`;

test.use({ settings: { fourEyes: true } });

const saved = "Saved. It applies from now on.";
const saves = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const question = (page: Page) => page.getByRole("heading", { level: 2, name: "Before this is saved" });

test("each invalid value is reported at its box, also of an official place, and what somebody else changed meanwhile", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(address("operator"));
  const before = await currentSettings(portal.office);
  await admin.fills({
    "Name of your agency or centre": "",
    "Your own website": "padma.example",
    "Email for visitors": "nobody@",
  });
  await saves(page);
  await admin.seesProblems({
    "Name of your agency or centre": "Type the name of your agency or centre",
    "Your own website": "Use a link that starts with https://",
    "Email for visitors": "Please input valid email",
  });
  await expect(admin.field("Name of your agency or centre")).toBeFocused();
  await expect(admin.field("Email for visitors")).toHaveValue("nobody@");
  expect(await currentSettings(portal.office)).toEqual(before);

  await admin.opens(address("operator"));
  const operator = { ...before.operator, phone: "+880 2 333333" };
  await changeSettingsTo(portal.office, { operator, dateValue: "2026-02-14" });
  await admin.field("Licence number").fill("RL-1");
  await saves(page);
  await expect(page.getByRole("alert")).toContainText("Phone for visitors: +880 2 333333");
  expect((await currentSettings(portal.office)).operator.phone).toBe("+880 2 333333");

  await changeSettingsTo(portal.office, { officialPlaces: { lmia: [{ label: "Canada", to: "https://canada.ca" }] } });
  await admin.opens(address("places"));
  await page.getByText("LMIA: 1").click();
  const second = page.getByRole("group", { name: "Place 3" }).and(page.locator("details:has-text('LMIA') *"));
  await second.getByLabel("Name of the place").fill("Job Bank");
  await second.getByLabel("Link").fill("http://jobbank.gc.ca");
  await saves(page);
  // This place moved up: empty places leave no gap.
  const wrong = page.locator("[name='officialPlaces.lmia.1.to']");
  await expect(wrong).toHaveAccessibleDescription("Use a link that starts with https://");
  await expect(wrong).toBeVisible();
  await wrong.fill("https://jobbank.gc.ca");
  await page.locator("[name='officialPlaces.lmia.0.label']").fill("");
  await page.locator("[name='officialPlaces.lmia.0.to']").fill("");
  await saves(page);
  await expect(flash(page)).toContainText(saved);
  expect((await currentSettings(portal.office)).officialPlaces).toEqual({
    lmia: [{ label: "Job Bank", to: "https://jobbank.gc.ca" }],
  });
});

test("an admin changes settings and the date with the keyboard alone; its preview follows the box", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens("/dashboard/update");
  await expect(admin.heading).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(admin.heading).toHaveText("Settings");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("two people");
  await page.keyboard.press("Enter");
  await expect(admin.heading).toHaveText("Adding and approving");
  await page.getByRole("checkbox", { name: "Two people look at every record" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(flash(page)).toContainText("This waits for a second admin until");
  expect((await currentSettings(portal.office)).fourEyes).toBe(true);

  await admin.opens("/dashboard/change-date");
  await admin.field("Records checked up to").focus();
  await page.keyboard.type("01092026");
  await expect(page.locator("[data-preview]")).toHaveText("Records checked up to 9 January 2026");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Date modified successfully");
  await expect(flash(page)).toHaveCount(1);
  await admin.button("Update").click();
  await expect(page.getByRole("alert")).toHaveText("This date is already set. Nothing was changed.");
  await page.goto("/");
  await expect(page.getByText("Records checked up to 9 January 2026")).toBeVisible();
});

test("what a field or paper becomes is shown while it is typed, to whom it is for, and is not stored", async ({
  admin,
  portal,
  page,
}) => {
  const before = await currentSettings(portal.office);
  const look = page.getByRole("region", { name: "How it will look" });
  const sheets = look.locator("article");
  await admin.opens("/dashboard/Field");
  await expect(look).toContainText("Visitors do not see it.");
  await admin.field("Name (English)").fill("Sponsor");
  await admin.field("What it contains").selectOption("Country");
  await expect(sheets).toHaveText([/Sponsor *Qatar *Only staff see this\./]);
  await admin.field("Who sees it").selectOption("Everybody who finds the record");
  await expect(sheets).toHaveText([/Sponsor *Qatar$/, /Sponsor *Qatar$/]);
  await admin.opens("/dashboard/Paper");
  await admin.field("Name (English)").fill("Wafid medical");
  await expect(look).not.toContainText("31 March 2099");
  await page.getByLabel("A last day is printed on it").check();
  await expect(sheets).toHaveText([/Wafid medical.*31 March 2099.*For staff only\.$/]);
  await admin.field("Who sees it").selectOption("Everybody who finds the record");
  await expect(look).toContainText("What visitors findOn the first page");
  await admin.field("Where visitors find it").selectOption("On “Check your visa status”");
  await expect(look).toContainText("What visitors findOn “Check your visa status”");
  expect(await currentSettings(portal.office)).toEqual(before);
});
