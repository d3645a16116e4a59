import type { Page } from "@playwright/test";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { system } from "#core/staff/actor.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { isAlive, Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

// Not the site whose texts other journeys read.
test.use({ wishes: { settings: { dateValue: "2026-02-20" } } });

const list = "/dashboard/Texts";
const formOf = (page: string, language = "en") => `${list}?page=${page}&language=${language}`;
const box = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const told = (page: Page) => page.locator("[data-flash]");

async function opens(portal: StartedPortal, page: Page, address: string): Promise<void> {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign in");
  await isAlive(page);
}

// One page each, for what a journey saves stays.
test("a page is chosen, seen before and saved; visitors read it", async ({ portal, page }) => {
  await opens(portal, page, list);
  const title = "Terms of use";
  await page.getByRole("link", { name: `English ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} · English`);
  await isAlive(page);
  await page.getByRole("textbox", { name: "Title" }).fill("House rules");
  await box(page).fill("## Be kind\n- to {operator}\n\n[More](/about) <b>bold</b> [bad](javascript:alert)");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.locator("[data-preview]");
  await expect(preview.getByRole("listitem")).toHaveText("to Shapla Overseas");
  await expect(preview.getByRole("link", { name: "More" })).toHaveAttribute("href", "/about");
  await expect(preview).toContainText("<b>bold</b> [bad](javascript:alert)");
  await expect(box(page)).toHaveValue(/^## Be kind/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(told(page)).toContainText("The text is saved.");
  await expect(page.getByText("This text is in your own words.")).toBeVisible();
  await page.getByRole("link", { name: "See the page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("House rules");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText("Be kind");
});

test("the delivered text comes back, when sure", async ({ portal, page }) => {
  const name = "about";
  const own = { title: "Us", body: "We." };
  const { texts } = await currentSettings(portal.office);
  await changeSettings(portal.office, system("journeys"), { change: { texts: { ...texts, [name]: { en: own } } } });
  await opens(portal, page, formOf(name));
  await expect(box(page)).toHaveValue("We.");
  await page.getByRole("button", { name: "Back to the delivered text" }).click();
  await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
  await page.getByRole("button", { name: "Yes, bring the delivered text back" }).click();
  await expect(told(page)).toContainText("The delivered text is back.");
  await expect(box(page)).not.toHaveValue("We.");
  expect((await currentSettings(portal.office)).texts[name]).toBeUndefined();
});

test.describe("what cannot be saved", () => {
  test.use({ expectedComplaint: /status of 4(00|12)/ });

  test("is said, and what was typed stays", async ({ portal, page }) => {
    const name = "privacy";
    await opens(portal, page, formOf(name));
    await page.getByRole("textbox", { name: "Title" }).fill("");
    await box(page).fill("Ours.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription("Fill this in first.");
    await expect(box(page)).toHaveValue("Ours.");
    const { defaultNationality } = await currentSettings(portal.office);
    await changeSettings(portal.office, system("journeys"), {
      change: { defaultNationality: `${defaultNationality}A` },
    });
    await page.getByRole("textbox", { name: "Title" }).fill("Our title");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("Somebody changed the settings in the meantime.");
    await expect(box(page)).toHaveValue("Ours.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(told(page)).toContainText("The text is saved.");
    expect((await currentSettings(portal.office)).texts[name]?.en).toEqual({ title: "Our title", body: "Ours." });
  });
});

test("a Bangla text of full length can be saved", async ({ portal, page }) => {
  const name = "accessibility";
  await opens(portal, page, formOf(name, "bn"));
  await box(page).fill("ক".repeat(12_000));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(told(page)).toContainText("The text is saved.");
  expect((await currentSettings(portal.office)).texts[name]?.bn?.body).toHaveLength(12_000);
});

test.describe("where scripts run", () => {
  inBothLooks("no page of texts has a barrier", async ({ portal, visitor, page, locale }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(page.locator(".dashboard h1")).toBeVisible();
    await expect(page.locator("[data-notice]")).toBeHidden();
    for (const path of [list, formOf("how-it-works", locale)]) {
      await page.goto(path);
      await visitor.fitsAndHasNoBarrier();
    }
    await page.locator("button[value=preview]").click();
    await expect(page.locator("[data-preview]")).toBeVisible();
    await visitor.fitsAndHasNoBarrier();
  });
});
