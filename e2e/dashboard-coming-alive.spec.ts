import type { Locator, Page } from "@playwright/test";
import type { Role } from "#core/staff/roles.ts";
import { aClass, aPaidSeat } from "./support/classes.ts";
import { delaysScripts } from "./support/dashboard.ts";
import { Member } from "./support/member.ts";
import { aPost } from "./support/news.ts";
import { aReport, aWaitingRecord } from "./support/own-records.ts";
import type { StartedPortal } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

type StaffPage = readonly [
  name: string,
  address: (portal: StartedPortal) => string | Promise<string>,
  role?: Exclude<Role, "admin">,
];

/** Every page of staff with boxes to fill. */
const pages: readonly StaffPage[] = [
  ["adding a record", () => "/dashboard/Entry"],
  ["own records", () => "/dashboard/ManagePost", "moderator"],
  ["a record", async (portal) => `/Update_A_User/${(await aWaitingRecord(portal)).id}`],
  ["all records", () => "/dashboard/update"],
  ["a record in the queue", async (portal) => `/dashboard/Control_Post/${(await aWaitingRecord(portal)).id}`],
  ["the date", () => "/dashboard/change-date"],
  ["finding a record", () => "/dashboard/Find"],
  ["many numbers", () => "/MaltipleInput"],
  ["settings", () => "/dashboard/Settings"],
  ["a new class", () => "/dashboard/add-class"],
  ["a class", async (portal) => `/dashboard/classes/${(await aClass(portal)).id}`],
  ["changing a class", async (portal) => `/dashboard/classes/${(await aClass(portal)).id}/edit`],
  ["a student’s payments", paymentsOfSomebody],
  ["a payment made void", async (portal) => `/dashboard/payments/${(await aPaidSeat(portal)).paymentId}/void`],
  ["accounts", () => "/dashboard/Admin_Control"],
  ["an invitation", () => "/dashboard/invite"],
  ["a report", async (portal) => `/dashboard/Reports/${(await aReport(portal)).id}`],
  ["a new post", () => "/dashboard/New_Post"],
  ["changing a post", async ({ office }) => `/dashboard/Posts/${(await aPost(office, "A new office")).id}/edit`],
  ["the menu", () => "/dashboard/Menus?part=navbar"],
  ["a text", () => "/dashboard/Texts?page=terms&language=en"],
];

async function paymentsOfSomebody(portal: StartedPortal): Promise<string> {
  const { one, student } = await aPaidSeat(portal);
  return `/dashboard/classes/${one.id}/students/${student.id}`;
}

/** Forms with something to fill in. */
const forms = (page: Page) => page.locator("main form:not([method=dialog]):has(input:not([type=hidden]), textarea)");

/** Sends it by its first button, as scripts that are not there yet leave it to the browser. */
async function sends(page: Page, form: Locator, { emptied }: { emptied: boolean }): Promise<void> {
  const isAskedFor = await form.evaluate((one: HTMLFormElement, isEmptied) => {
    const boxes = one.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=hidden]), textarea");
    if (isEmptied) for (const box of boxes) if (box.type !== "checkbox" && box.type !== "radio") box.value = "";
    document.documentElement.dataset["sent"] = "";
    one.requestSubmit(one.querySelector("button"));
    const isRefused = !one.noValidate && !one.checkValidity();
    return isRefused || one.querySelector("[data-missing][aria-invalid]") !== null;
  }, emptied);
  if (!isAskedFor) await page.locator("html:not([data-sent])").waitFor({ state: "attached" });
}

/** What stands in each box, and what is said of it. */
const boxesOn = (page: Page) =>
  page
    .locator("main :is(input, textarea, select)")
    .evaluateAll((boxes: HTMLInputElement[]) =>
      boxes.map((box) => [
        box.name,
        box.value,
        box.ariaInvalid,
        document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent,
      ]),
    );

for (const [name, addressIn, role = "admin"] of pages) {
  test(`what comes back before the page is alive stays as the server made it: ${name}`, async ({ portal, page }) => {
    test.slow();
    const member = await Member.signedIn(portal, page, role);
    const address = await addressIn(portal);
    await member.opens(address);
    const count = await forms(page).count();
    expect(count).toBeGreaterThan(0);
    for (let at = 0; at < count; at += 1) {
      // What is wrong comes back from every form, what is right from the first of each page.
      for (const emptied of at === 0 ? [true, false] : [true]) {
        const { letGo } = await delaysScripts(page);
        await page.goto(address, { waitUntil: "domcontentloaded" });
        await sends(page, forms(page).nth(at), { emptied });
        const before = await boxesOn(page);
        await letGo();
        expect(await boxesOn(page)).toEqual(before);
      }
    }
  });
}
