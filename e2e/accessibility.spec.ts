import type { ChosenKind } from "#core/records/bulk-run.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { actorOf } from "#test/support/accounts/fresh-accounts.ts";
import type { Page } from "@playwright/test";
import { officeDay, laterDay } from "#core/office-clock.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addLookupDay } from "#storage/database/lookups/lookup-days.ts";
import { sendBackRecord } from "#operations/records/change-record.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { takenPhoto } from "#test/support/passports/taken-photo.ts";
import { onAPhone } from "./support/on-a-phone.ts";
import { aPaidSeat } from "./support/classes.ts";
import type { Member } from "./support/member.ts";
import { aRecord, aReport, aWaitingRecord, freshPerson, journeys } from "./support/own-records.ts";
import { documentBox } from "./support/record-form.ts";
import { changeSettingsTo, hidden, missing, shown, waiting } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import { Visitor } from "./support/visitor.ts";
import { machineZone } from "#core/settings/time-zone.ts";

/** A page and the steps on it. The page is checked at first, and after each step. */
type Screen = readonly [address: string, ...steps: ((page: Page) => Promise<unknown>)[]];

async function findNoBarrier(member: Member, screens: readonly Screen[]): Promise<void> {
  const visitor = new Visitor(member.page);
  for (const [address, ...steps] of screens) {
    await test.step(address, async () => {
      await member.opens(address);
      await visitor.fitsAndHasNoBarrier();
      for (const step of steps) {
        await step(member.page);
        await visitor.fitsAndHasNoBarrier();
      }
    });
  }
}

/** Clicks the first match of `selector`, and waits until `brings` is visible. */
const presses = (selector: string, brings: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await expect(page.locator(brings).first()).toBeVisible();
};

const fills = (box: string, text: string, brings: string) => async (page: Page) => {
  await page.locator(box).fill(text);
  await page.locator(`form:has(${box}) button`).first().click();
  await expect(page.locator(brings).first()).toBeVisible();
};

const dialog = "dialog[open]";

async function choosesFiles(page: Page): Promise<void> {
  for (const [box, image] of [
    ["#several", page.locator("[data-loose] img")],
    ["input[name='file.photo']", documentBox(page, "photo").locator("img")],
  ] as const) {
    await page.locator(box).setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await drawnDocument() });
    await expect(image).toBeVisible({ timeout: 20_000 });
  }
}

/** Chooses a file whose name says that it is a ticket, which only admins may add. */
async function choosesTicket(page: Page): Promise<void> {
  const file = { name: "ticket.jpg", mimeType: "image/jpeg", buffer: await drawnDocument() };
  await page.locator("#several").setInputFiles(file);
  await expect(page.locator("[data-loose] p").filter({ hasText: /“(Ticket|টিকিট)”/ })).toBeVisible();
  await expect(page.locator("[data-loose] img")).toBeVisible({ timeout: 20_000 });
}

async function choosesPassport(page: Page): Promise<void> {
  const { jpeg } = await takenPhoto(100_010);
  await page.locator("#passport-photo").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await expect(page.locator("dialog canvas")).toHaveCount(2);
}

const asksForKeys = async (page: Page) => {
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
};

/** Opens the drawer, which is hidden behind a bar on small screens. */
const opensDrawer = async (page: Page) => {
  const bar = page.getByRole("banner").getByRole("button");
  if (await bar.isVisible()) await bar.click();
};

async function foundYesterday({ database, registry }: Portal): Promise<void> {
  const day = laterDay(officeDay(machineZone(), Date.now()), -1);
  const counts = { web_hits: 7, web_misses: 2, api_hits: 1, api_misses: 1, wave_hours: 1 };
  await database.lookups.write((writer) => addLookupDay(writer, { registry, day, ...counts }));
}

async function opensPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator(dialog).getByRole("combobox").fill("a123");
  await expect(page.locator(dialog).getByRole("option")).toHaveCount(1);
}

onAPhone("record pages have no accessibility barrier", async ({ admin, portal }) => {
  test.slow();
  const record = await aWaitingRecord(portal, { withDocuments: true });
  const run = async (kind: ChosenKind) =>
    (await askForRun(portal.office, actorOf(admin.id, "admin"), kind, { ids: [record.id] })).id;
  const runId = await run("approve");
  await findNoBarrier(admin, [
    [
      "/dashboard/Entry",
      presses("main form button.primary", "[aria-invalid=true]"),
      choosesFiles,
      presses("[data-document=photo] summary", "[data-document=photo] details[open]"),
      presses("[data-document=photo] details button", dialog),
    ],
    ["/dashboard/Entry", presses("#read-passport", dialog), choosesPassport],
    [
      "/dashboard/update",
      asksForKeys,
      async (page) => {
        await page.keyboard.press("Escape");
        await presses(".row-menu summary", ".row-menu[open]")(page);
      },
      presses(".row-menu[open] [data-key=x]", dialog),
    ],
    ["/dashboard/Drafts"],
    ["/dashboard/Bulk"],
    [`/dashboard/Bulk/${runId}`],
    [`/dashboard/Bulk/${await run("update")}`, fills("#day", "2027-03-31", "main .text-18")],
    ["/dashboard/Control_Post"],
    [`/dashboard/Control_Post/${record.id}`, presses("main summary", "main textarea")],
    ["/dashboard/Find", fills("#number", shown.passport, "article")],
    ["/MaltipleInput", fills("#numbers", `${waiting.ircc}, ${shown.passport}\n${hidden.passport}\nnone`, "[data-row]")],
  ]);
});

onAPhone("office pages have no accessibility barrier", async ({ admin, portal }) => {
  test.slow();
  const { one, student, paymentId } = await aPaidSeat(portal);
  const report = await aReport(portal, { message: `${"long".repeat(200)}\nIt is mine.` });
  const payments = `/dashboard/classes/${one.id}/students/${student.id}`;
  const addresses = [
    "/dashboard/classes",
    "/dashboard/add-class",
    `/dashboard/classes/${one.id}`,
    payments,
    `/dashboard/payments/${paymentId}/void`,
    `/dashboard/receipt/${paymentId}`,
    "/dashboard/Reports",
    `/dashboard/Reports/${report.id}`,
    "/dashboard/False_Numbers",
    "/dashboard/Admin_Control",
    `/dashboard/Admin_Control/${student.id}`,
    `/dashboard/Admin_Control/${student.id}/delete`,
    "/dashboard/invite",
    "/dashboard/Organisations",
    "/dashboard/Posts",
  ];
  await findNoBarrier(
    admin,
    addresses.map((address) => [address]),
  );
});

onAPhone("pages that set up a site have no accessibility barrier", async ({ admin, portal }) => {
  test.slow();
  await changeSettingsTo(portal.office, { lookupPolicy: "guarded" });
  await foundYesterday(portal.office);
  await findNoBarrier(admin, [
    ["/dashboard", presses("main details:has(table) summary", "main details[open] table")],
    ["/dashboard/New_Post", presses("form:has(#title) button:not([type=button])", "#title[aria-invalid=true]")],
    ["/dashboard/change-date"],
    ["/dashboard/Menus?part=categories", presses("#up-3", "#up-2"), presses("main summary", "#label-0-0")],
    ["/dashboard/Texts"],
    ["/dashboard/Backups"],
    ["/dashboard/Mail_Server"],
    ["/dashboard/Number"],
    ["/dashboard/Sets"],
    ["/dashboard/Sets?set=gulf"],
    ["/dashboard/Sign_In"],
    ["/dashboard/API_Keys"],
    ["/dashboard/Webhooks"],
    ["/dashboard/Look"],
    ["/dashboard/History", presses("main table details summary", "main table details[open]")],
    ["/dashboard/Languages"],
    ["/dashboard/Texts?page=how-it-works&language=bn", presses("button[value=preview]", "[data-preview]")],
    ["/dashboard/Settings"],
    ["/dashboard/Settings/places", presses("main details summary", "main details[open]")],
    [
      "/dashboard/Settings/publishing",
      async (page) => {
        await page.locator("#lookupPolicy-open").check();
        await page.locator("form:has(#lookupPolicy-open) button").click();
        await expect(page.locator("[name=agreed]")).toBeAttached();
      },
    ],
  ]);
  await admin.page.goto("/account/alerts");
  await new Visitor(admin.page).fitsAndHasNoBarrier();
});

onAPhone("a moderator's pages have no accessibility barrier", async ({ moderator, portal }) => {
  const person = freshPerson();
  const addedBy = { kind: "account", id: moderator.id, role: "moderator" } as const;
  const { id } = await aRecord(portal, { person, addedBy });
  await sendBackRecord(portal.office, journeys, { id }, "The photo is missing");
  await findNoBarrier(moderator, [
    ["/dashboard"],
    ["/dashboard/ManagePost", choosesTicket],
    [`/Update_A_User/${id}`],
    [`/dashboard/records/${id}`, opensPalette],
  ]);
});

onAPhone("a student's pages have no accessibility barrier", async ({ student }) => {
  await findNoBarrier(student, [
    ["/dashboard/BAD_Request", opensDrawer],
    ["/dashboard/my-enrolled-classes"],
    ["/dashboard/my-selected-classes"],
    ["/dashboard/payment-history"],
  ]);
});

onAPhone("lookup pages have no accessibility barrier: empty, found, not found", async ({ visitor }) => {
  for (const path of ["/", "/Check_Visa", "/Work_Permit"]) {
    await visitor.opens(path);
    await visitor.fitsAndHasNoBarrier();
    for (const { passport } of path === "/" ? [shown, missing] : [shown]) {
      await visitor.box.fill(passport);
      await visitor.box.press("Enter");
      await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
      await visitor.fitsAndHasNoBarrier();
    }
    await visitor.fitsInto(320);
  }
});
