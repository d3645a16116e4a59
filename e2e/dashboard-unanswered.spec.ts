import type { Page } from "@playwright/test";
import { system } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { withoutTable } from "./support/outage.ts";
import { Member } from "./support/member.ts";
import { addsRecord, freshPerson } from "./support/own-records.ts";
import { aReport } from "./support/reports.ts";
import { expect, test } from "./support/test.ts";
import { type TypedForm, textForm, typedForms } from "./support/typed-forms.ts";

// Not the site whose settings other journeys read.
test.use({ wishes: { settings: { dateValue: "2026-02-20" } } });

test.beforeEach(async ({ portal: { office } }) => {
  const { operator } = await currentSettings(office);
  const change = { operator: { ...operator, licence: "" }, texts: {}, dateValue: "2026-02-20" };
  await changeSettings(office, system("journeys"), { change });
});

const alarm = (page: Page) => page.getByRole("alert");
const told = (page: Page) => page.locator("[data-flash]");
const saves = (page: Page, { button }: TypedForm) => page.getByRole("button", { name: button, exact: true }).click();

async function fills(member: Member, { opener, boxes }: TypedForm): Promise<void> {
  if (opener) await member.page.getByText(opener, { exact: true }).click();
  for (const [label, value] of Object.entries(boxes)) await member.field(label).fill(value);
}

async function sitsDown(page: Page, member: Member, address: string): Promise<void> {
  await member.comesIn(address);
  await expect(page.locator("html[data-alive] .dashboard h1")).toBeVisible();
}

async function findsAll(member: Member, { boxes }: TypedForm): Promise<void> {
  for (const [label, value] of Object.entries(boxes)) await expect(member.field(label)).toHaveValue(value);
}

async function isTold(page: Page, words: string): Promise<void> {
  await expect(alarm(page)).toContainText(words);
  await expect(alarm(page)).toBeFocused();
  await expect(alarm(page)).toBeInViewport();
}

/** Where the alarm leads: another window, in which the page comes after it that was sent something. */
async function signsInAgain(page: Page, member: Member, sentTo = page.url()): Promise<void> {
  const opening = page.waitForEvent("popup");
  await alarm(page).getByRole("link", { name: "Sign in in a new window" }).click();
  const other = member.at(await opening);
  await other.field("Email").fill(member.email);
  await other.field("Password").fill(member.password);
  await other.button("Sign in").click();
  await expect(other.page).toHaveURL(sentTo);
  await other.page.close();
}

test.describe("what was typed stays", () => {
  test.describe("without a line", () => {
    test.use({ expectedComplaint: /ERR_INTERNET_DISCONNECTED/ });

    for (const [what, prepare] of Object.entries(typedForms)) {
      test(`${what} can be saved when it is back`, async ({ portal, page, context, visitor }) => {
        const form = await prepare(portal);
        const admin = await Member.joins(portal, page, "admin");
        await sitsDown(page, admin, form.address);
        await fills(admin, form);
        await context.setOffline(true);
        await saves(page, form);
        await isTold(page, "No answer came");
        await findsAll(admin, form);
        await visitor.findsNoBarrier();
        await context.setOffline(false);
        await saves(page, form);
        await expect(told(page)).toContainText(form.saved);
      });
    }

    for (const address of ["/dashboard/update", "/dashboard/Find", "/dashboard/Admin_Control"]) {
      test(`a search on ${address} can be sent again when it is back`, async ({ portal, page, context }) => {
        const admin = await Member.joins(portal, page, "admin");
        await sitsDown(page, admin, address);
        const box = page.getByRole("search").locator("input:not([type=hidden])");
        await box.fill("A12345678");
        await context.setOffline(true);
        await box.press("Enter");
        await isTold(page, "No answer came");
        await expect(box).toHaveValue("A12345678");
        await context.setOffline(false);
        await box.press("Enter");
        await expect(page).toHaveURL(/\?/);
        await expect(alarm(page)).toHaveCount(0);
      });
    }

    test("the list stays when one of its buttons is pressed", async ({ portal, page, context }) => {
      const person = freshPerson();
      await addsRecord(portal, person);
      const admin = await Member.joins(portal, page, "admin");
      await sitsDown(page, admin, "/dashboard/update");
      const hide = page.getByRole("button", { name: `Hide ${person.name}` });
      await context.setOffline(true);
      await hide.click();
      await isTold(page, "No answer came");
      await expect(page.getByRole("row").filter({ hasText: person.name })).toContainText("shown");
      await context.setOffline(false);
      await hide.click();
      await expect(told(page)).toContainText(`${person.name} user is hidden now`);
      await expect(alarm(page)).toHaveCount(0);
    });
  });

  test.describe("after the session ended", () => {
    // Pictures that are still on their way are not for strangers.
    test.use({ expectedComplaint: /status of 404/ });

    // The same stands between every form and its answer: that no form goes without it is seen above.
    for (const what of ["a text", "a payment", "a new record"] as const) {
      test(`${what} can be saved after a new sign-in in another window`, async ({ portal, page, context }) => {
        const form = await typedForms[what](portal);
        const admin = await Member.joins(portal, page, "admin");
        await sitsDown(page, admin, form.address);
        await fills(admin, form);
        await context.clearCookies();
        await saves(page, form);
        await isTold(page, "You are signed out, so nothing was saved.");
        await findsAll(admin, form);
        await signsInAgain(page, admin);
        await saves(page, form);
        await expect(told(page)).toContainText(form.saved);
      });
    }

    test("an answer that is being typed outlives a button on its page", async ({ portal, page, context }) => {
      const { id, name } = await aReport(portal);
      const admin = await Member.joins(portal, page, "admin");
      await sitsDown(page, admin, `/dashboard/Reports/${id}`);
      await admin.field("Answer").fill("We hid it while");
      await context.clearCookies();
      await page.getByRole("button", { name: `Hide ${name}` }).click();
      await isTold(page, "You are signed out, so nothing was saved.");
      await signsInAgain(page, admin, new URL("/dashboard/update", page.url()).href);
      await page.getByRole("button", { name: `Hide ${name}` }).click();
      await expect(told(page)).toContainText(`${name} user is hidden now`);
      await expect(alarm(page)).toHaveCount(0);
      await expect(admin.field("Answer")).toHaveValue("We hid it while");
    });

    test("whoever types a new record is told at once that they are signed out", async ({ portal, page, context }) => {
      const admin = await Member.joins(portal, page, "admin");
      await sitsDown(page, admin, "/dashboard/Entry");
      await context.clearCookies();
      await admin.field("Name").fill("Nasrin Akter");
      await expect(page.getByText("is not kept right now: you are signed out")).toBeVisible();
      await expect(page.getByRole("link", { name: "Sign in in a new window" })).toBeVisible();
      await expect(admin.field("Name")).toHaveValue("Nasrin Akter");
    });
  });

  test.describe("while the database is away", () => {
    test.use({ expectedComplaint: /status of 50[03]/ });

    test("and what was refused before stays as well", async ({ portal, page }) => {
      const admin = await Member.joins(portal, page, "admin");
      await sitsDown(page, admin, textForm.address);
      await fills(admin, textForm);
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.locator("[data-preview]")).toBeVisible();
      const later = { ...textForm, boxes: { Title: "Later rules", Text: "Be kind." } };
      await fills(admin, later);
      {
        using _outage = withoutTable(portal, "person");
        await saves(page, textForm);
        await isTold(page, "Something went wrong on this site");
        await findsAll(admin, later);
      }
      await saves(page, textForm);
      await expect(told(page)).toContainText(textForm.saved);
    });
  });
});
