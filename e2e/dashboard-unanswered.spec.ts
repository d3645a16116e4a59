import type { Page } from "@playwright/test";
import { system } from "#core/staff/actor.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings } from "#operations/settings/current-settings.ts";
import { withoutTable } from "./support/outage.ts";
import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

// Not the site whose settings other journeys read.
test.use({ wishes: { settings: { dateValue: "2026-02-20" } } });

test.beforeEach(async ({ portal: { office } }) => {
  const { operator } = await currentSettings(office);
  await changeSettings(office, system("journeys"), { change: { operator: { ...operator, licence: "" }, texts: {} } });
});

type TypedForm = { address: string; boxes: Readonly<Record<string, string>>; button: string; saved: string };

const text: TypedForm = {
  address: "/dashboard/Texts?page=terms&language=en",
  boxes: { Title: "House rules", Text: "Be kind to everybody." },
  button: "Save",
  saved: "The text is saved.",
};

const forms: readonly (readonly [string, TypedForm])[] = [
  ["a text", text],
  [
    "the settings",
    {
      address: "/dashboard/Settings",
      boxes: { "Licence number": "RL-0077", Address: "7 Lake Road" },
      button: "Save Who publishes here",
      saved: "Saved. It holds from now on.",
    },
  ],
  [
    "a class",
    {
      address: "/dashboard/add-class",
      boxes: { Title: "Welding by day", Place: "Uttara", Start: "2027-03-01T09:00", Seats: "12", Fee: "1500" },
      button: "Save",
      saved: "Welding by day is open",
    },
  ],
];

const alarm = (page: Page) => page.getByRole("alert");
const saves = (page: Page, { button }: TypedForm) => page.getByRole("button", { name: button, exact: true }).click();

async function fills(member: Member, { boxes }: TypedForm): Promise<void> {
  for (const [label, value] of Object.entries(boxes)) await member.field(label).fill(value);
}

async function typesInto(page: Page, member: Member, form: TypedForm): Promise<void> {
  await member.signsIn(form.address);
  await expect(page.locator("html[data-alive] .dashboard h1")).toBeVisible();
  await fills(member, form);
}

async function findsAll(member: Member, { boxes }: TypedForm): Promise<void> {
  for (const [label, value] of Object.entries(boxes)) await expect(member.field(label)).toHaveValue(value);
}

async function isTold(page: Page, words: string): Promise<void> {
  await expect(alarm(page)).toContainText(words);
  await expect(alarm(page)).toBeFocused();
  await expect(alarm(page)).toBeInViewport();
}

test.describe("what was typed stays", { tag: "@with-javascript" }, () => {
  test.describe("without a line", () => {
    test.use({ expectedComplaint: /ERR_INTERNET_DISCONNECTED/ });

    for (const [what, form] of forms) {
      test(`${what} can be saved when it is back`, async ({ portal, page, context, visitor }) => {
        const admin = await Member.joins(portal, page, "admin");
        await typesInto(page, admin, form);
        await context.setOffline(true);
        await saves(page, form);
        await isTold(page, "No answer came");
        await findsAll(admin, form);
        await visitor.findsNoBarrier();
        await context.setOffline(false);
        await saves(page, form);
        await expect(page.locator("[data-told]")).toContainText(form.saved);
      });
    }
  });

  for (const [what, form] of forms) {
    test(`${what} can be saved after a new sign-in in another window`, async ({ portal, page, context }) => {
      const admin = await Member.joins(portal, page, "admin");
      await typesInto(page, admin, form);
      await context.clearCookies();
      await saves(page, form);
      await isTold(page, "You are signed out, so nothing was saved.");
      await findsAll(admin, form);
      const opening = page.waitForEvent("popup");
      await alarm(page).getByRole("link", { name: "Sign in in a new window" }).click();
      const other = admin.at(await opening);
      await other.field("Email").fill(admin.email);
      await other.field("Password").fill(admin.password);
      await other.button("Sign in").click();
      await expect(other.page).toHaveURL(new URL(form.address, page.url()).href);
      await saves(page, form);
      await expect(page.locator("[data-told]")).toContainText(form.saved);
    });
  }

  test.describe("while the database is away", () => {
    test.use({ expectedComplaint: /status of 50[03]/ });

    test("and what was refused before stays as well", async ({ portal, page }) => {
      const admin = await Member.joins(portal, page, "admin");
      await typesInto(page, admin, text);
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.locator("[data-preview]")).toBeVisible();
      const later = { ...text, boxes: { Title: "Later rules", Text: "Be kind." } };
      await fills(admin, later);
      {
        using _outage = withoutTable(portal, "person");
        await saves(page, text);
        await isTold(page, "Something went wrong on this site");
        await findsAll(admin, later);
      }
      await saves(page, text);
      await expect(page.locator("[data-told]")).toContainText(text.saved);
    });
  });
});

test(
  "without scripts the sign-in says that nothing was saved, and leads back",
  { tag: "@without-javascript" },
  async ({ portal, page, context }) => {
    const admin = await Member.joins(portal, page, "admin");
    await admin.signsIn(text.address);
    await expect(admin.heading).toContainText("Terms of use");
    await fills(admin, text);
    await context.clearCookies();
    await saves(page, text);
    await admin.reads("You were signed out, so what you sent was not saved.");
    await admin.field("Email").fill(admin.email);
    await admin.field("Password").fill(admin.password);
    await admin.button("Sign in").click();
    await expect(page).toHaveURL(new URL(text.address, page.url()).href);
  },
);
