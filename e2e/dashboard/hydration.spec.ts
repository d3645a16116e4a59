import type { Locator, Page } from "@playwright/test";
import { delaysScripts } from "../support/dashboard.ts";
import type { Member } from "../support/member.ts";
import { expect, test } from "../support/test.ts";
import { typedForms } from "../support/typed-forms.ts";

/** Together with the pages below, these forms have every kind of box. All forms share one form kit. */
const kinds = ["the settings", "a class", "a changed post"] as const;

const otherPages = ["/dashboard/Entry", "/dashboard/Menus?part=navbar"];

/** Forms with at least one box. */
const forms = (page: Page) => page.locator("main form:not([method=dialog]):has(input:not([type=hidden]), textarea)");

/** Sends a form with its first button. The browser handles this, because the scripts have not loaded yet. */
async function sends(page: Page, form: Locator, { emptied }: { emptied: boolean }): Promise<void> {
  const isAskedFor = await form.evaluate((one: HTMLFormElement, isEmptied) => {
    const boxes = one.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=hidden]), textarea");
    if (isEmptied) for (const box of boxes) if (box.type !== "checkbox" && box.type !== "radio") box.value = "";
    document.documentElement.dataset["sent"] = "";
    // A user sees a form before sending it, so a closed part of the page is opened.
    one.closest("details")?.setAttribute("open", "");
    one.requestSubmit(one.querySelector("button"));
    const isRefused = !one.noValidate && !one.checkValidity();
    return isRefused || one.querySelector("[data-missing][aria-invalid]") !== null;
  }, emptied);
  if (isAskedFor) return;
  await page.locator("html:not([data-sent])").waitFor({ state: "attached" });
  // The browser may show the beginning of a page before the rest is there.
  await page.waitForLoadState("domcontentloaded");
}

/** The name, value, error state and description of each box. */
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

/** The indexes of the forms with a kind of box that no earlier form has. */
const formsWithNewBoxes = (page: Page) =>
  forms(page).evaluateAll((all: HTMLFormElement[]) => {
    const seen = new Set<string>();
    return all.flatMap(({ elements }, at) => {
      const fresh = Array.from(elements, (box) => box.getAttribute("type") ?? box.tagName).filter(
        (box) => !seen.has(box),
      );
      for (const box of fresh) seen.add(box);
      return fresh.length > 0 ? [at] : [];
    });
  });

/** Sends one form of the page before its scripts run. Returns the indexes of the other forms to send. */
async function sendsEarly({ page }: Member, address: string, at: number, emptied: boolean): Promise<number[]> {
  const { letGo } = await delaysScripts(page);
  await page.goto(address, { waitUntil: "domcontentloaded" });
  const others = (await formsWithNewBoxes(page)).slice(1);
  await sends(page, forms(page).nth(at), { emptied });
  const before = await boxesOn(page);
  await letGo();
  expect(await boxesOn(page)).toEqual(before);
  return others;
}

/** Wrong values are sent with each kind of box, right values with the first form of each page. */
async function staysAsItCame(member: Member, address: string): Promise<void> {
  const others = await sendsEarly(member, address, 0, true);
  for (const at of others) await sendsEarly(member, address, at, true);
  await sendsEarly(member, address, 0, false);
}

test("a form that is sent before hydration stays as the server rendered it: forms of the kit", async ({
  admin,
  portal,
}) => {
  for (const name of kinds) {
    const { address } = await typedForms[name](portal);
    await test.step(name, () => staysAsItCame(admin, address));
  }
});

test("a form that is sent before hydration stays as the server rendered it: a record and a menu", async ({ admin }) => {
  for (const address of otherPages) await test.step(address, () => staysAsItCame(admin, address));
});
