import type { Locator, Page } from "@playwright/test";
import type { Role } from "#core/staff/roles.ts";
import { delaysScripts } from "../support/dashboard.ts";
import { Member } from "../support/member.ts";
import type { StartedPortal } from "../support/portal.ts";
import { expect, test } from "../support/test.ts";
import { typedForms } from "../support/typed-forms.ts";

type StaffPage = { name: string; role?: Role; address: (portal: StartedPortal) => string | Promise<string> };

/** Every page of staff with boxes to fill: those of forms, and some more. */
const pages: readonly StaffPage[] = [
  ...Object.entries(typedForms).map(([name, prepare]) => ({
    name,
    address: async (portal: StartedPortal) => (await prepare(portal)).address,
  })),
  { name: "own records", role: "moderator", address: () => "/dashboard/ManagePost" },
  { name: "all records", address: () => "/dashboard/update" },
  { name: "finding a record", address: () => "/dashboard/Find" },
  { name: "many numbers", address: () => "/MaltipleInput" },
  { name: "accounts", address: () => "/dashboard/Admin_Control" },
  { name: "a new post", address: () => "/dashboard/New_Post" },
  { name: "the menu", address: () => "/dashboard/Menus?part=navbar" },
];

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

// Two forms stand on the page of a report: it is tried once.
for (const { name, role = "admin", address: addressIn } of pages.filter((one) => !one.name.startsWith("what became"))) {
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
