import type { Page } from "@playwright/test";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { flash } from "../support/dashboard.ts";
import { changeSettingsTo } from "../support/records.ts";
import { alsoWithoutScripts, expect, test } from "../support/test.ts";

const address = (section: string) => `/dashboard/Settings/${section}`;

const strict = {
  lookupPolicy: "guarded",
  shownKinds: ["photo", "workPermit", "visaPaper"],
  fourEyes: true,
  registration: "invite",
  secondFactor: "optional",
} as const;
test.use({ settings: { ...strict, shownKinds: [...strict.shownKinds] } });

const saved = "Saved. It applies from now on.";
const saves = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const question = (page: Page) => page.getByRole("heading", { level: 2, name: "Before this is saved" });

test("each invalid value is reported at its box, also of an official place", async ({ admin, portal, page }) => {
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

alsoWithoutScripts("a change that makes the site less safe needs a confirmation", async ({ admin, portal, page }) => {
  await admin.opens(address("publishing"));
  const loosens = async () => {
    await page.getByRole("radio", { name: "the number alone" }).check();
    await page.getByRole("checkbox", { name: "Medical form" }).check();
    await saves(page);
    await expect(question(page)).toBeVisible();
  };
  await loosens();
  await expect(page.getByRole("listitem").filter({ hasText: "tries out numbers" })).toBeVisible();
  await expect(page.getByText("Visitors see these papers as well: Medical form.")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("radio", { name: "the number and the name" })).toBeChecked();
  expect(await currentSettings(portal.office)).toMatchObject(strict);
  await loosens();
  await page.getByRole("button", { name: "Yes, save it" }).click();
  await expect(flash(page)).toContainText(saved);
  await expect(page.getByRole("radio", { name: "the number alone" })).toBeChecked();
  const after = await currentSettings(portal.office);
  expect(after.lookupPolicy).toBe("open");
  expect(after.shownKinds.toSorted()).toEqual(["medical", "photo", "visaPaper", "workPermit"]);
  // The change back needs no confirmation.
  await page.getByRole("radio", { name: "the number and the name" }).check();
  await saves(page);
  await expect(flash(page)).toContainText(saved);
});

test("an admin reads what somebody else changed in this section meanwhile, and nothing else", async ({
  admin,
  portal,
  page,
}) => {
  await admin.opens(address("operator"));
  const { operator } = await currentSettings(portal.office);
  await changeSettingsTo(portal.office, { operator: { ...operator, phone: "+880 2 333333" }, dateValue: "2026-02-14" });
  await admin.field("Licence number").fill("RL-1");
  await saves(page);
  await expect(page.getByRole("alert")).toContainText("Phone for visitors: +880 2 333333");
  expect((await currentSettings(portal.office)).operator.phone).toBe("+880 2 333333");
});

test("an admin changes settings with the keyboard alone", async ({ admin, portal, page }) => {
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
});
