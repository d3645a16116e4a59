import type { Page } from "@playwright/test";
import { flash, opensMenuOf, rowOf } from "../support/dashboard.ts";
import type { Member } from "../support/member.ts";
import { withoutTable } from "../support/outage.ts";
import { aRecord, aReport } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";
import { type TypedForm, textForm, typedForms } from "../support/typed-forms.ts";

const alert = (page: Page) => page.getByRole("alert");
const saves = (page: Page, { button }: TypedForm) => page.getByRole("button", { name: button, exact: true }).click();

async function fills(member: Member, { opener, boxes }: TypedForm): Promise<void> {
  if (opener) await member.page.getByText(opener, { exact: true }).click();
  await member.fills(boxes);
}

/** Checks the alert above the form. */
async function readsAbove(page: Page, words: string): Promise<void> {
  await expect(alert(page)).toContainText(words);
  await expect(alert(page)).toBeFocused();
  await expect(alert(page)).toBeInViewport();
}

/** Pictures that are still loading are refused to a user who is signed out. */
const pictureGone = /status of 404/;

// A middleware of the dashboard does this for every form.
test("the form for a payment keeps its values without a connection, and is saved after a sign-in in another window", async ({
  admin,
  portal,
  page,
  context,
  visitor,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  allowConsoleErrors(pictureGone);
  const form = await typedForms["a payment"](portal);
  await admin.opens(form.address);
  await fills(admin, form);
  await context.setOffline(true);
  await saves(page, form);
  await readsAbove(page, "This site did not answer");
  await admin.shows(form.boxes);
  await visitor.findsNoBarrier();
  await context.setOffline(false);
  await context.clearCookies();
  await saves(page, form);
  await readsAbove(page, "You are signed out, so nothing was saved.");
  await admin.shows(form.boxes);
  await admin.signsInAgain();
  await saves(page, form);
  await expect(flash(page)).toContainText(form.saved);
});

test("searches and lists keep their values without a connection", async ({
  admin,
  portal,
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED/);
  for (const address of ["/dashboard/update", "/dashboard/Find"]) {
    await admin.opens(address);
    const box = page.getByRole("search").locator("input:not([type=hidden])");
    await box.fill("A12345678");
    await context.setOffline(true);
    await box.press("Enter");
    await readsAbove(page, "This site did not answer");
    await expect(box).toHaveValue("A12345678");
    await context.setOffline(false);
    await box.press("Enter");
    await expect(page).toHaveURL(/\?/);
    await expect(alert(page)).toHaveCount(0);
  }
  const { name } = await aRecord(portal);
  await admin.opens(`/dashboard/update?search=${name}`);
  const hide = page.getByRole("button", { name: `Hide ${name}` });
  await opensMenuOf(page, name);
  await context.setOffline(true);
  await hide.click();
  await readsAbove(page, "This site did not answer");
  await expect(rowOf(page, name)).toContainText("shown");
  await context.setOffline(false);
  await opensMenuOf(page, name);
  await hide.click();
  await expect(flash(page)).toContainText(`${name} is hidden now`);
  await expect(alert(page)).toHaveCount(0);
});

test("a user who is signed out sees it at once in a new record; a half-typed answer stays when another button is pressed", async ({
  admin,
  portal,
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(pictureGone);
  const { id, name } = await aReport(portal);
  await admin.opens(`/dashboard/Reports/${id}`);
  await admin.field("Answer").fill("We hid it while");
  const other = admin.at(await context.newPage());
  await other.opens("/dashboard/Entry");
  await context.clearCookies();
  await other.field("Name").fill("Nasrin Akter");
  await expect(other.page.getByText("is not kept right now: you are signed out")).toBeVisible();
  await expect(other.page.getByRole("link", { name: "Sign in in a new window" })).toBeVisible();
  await expect(other.field("Name")).toHaveValue("Nasrin Akter");
  await other.page.close();
  await page.getByRole("button", { name: `Hide ${name}` }).click();
  await readsAbove(page, "You are signed out, so nothing was saved.");
  await admin.signsInAgain("/dashboard/update");
  await page.getByRole("button", { name: `Hide ${name}` }).click();
  await expect(flash(page)).toContainText(`${name} is hidden now`);
  await expect(alert(page)).toHaveCount(0);
  await expect(admin.field("Answer")).toHaveValue("We hid it while");
});

test("a preview reloads nothing, and typed values stay while the database is down", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 50[03]/);
  await admin.opens(textForm.address);
  await fills(admin, textForm);
  // A reload is asked for before its preview is drawn. If it fails, the typed values are lost.
  const reloads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(".data")) reloads.push(request.url());
  });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator("[data-preview]")).toBeVisible();
  expect(reloads).toEqual([]);
  await admin.shows(textForm.boxes);
  const later = { ...textForm, boxes: { Title: "Later rules", Text: "Be kind." } };
  await fills(admin, later);
  {
    using _outage = withoutTable(portal, "person");
    await saves(page, textForm);
    await readsAbove(page, "Something went wrong on this site");
    await admin.shows(later.boxes);
  }
  await saves(page, textForm);
  await expect(flash(page)).toContainText(textForm.saved);

  // A button that has no form of its own to show its problem.
  const invitation = await typedForms["an invitation"]();
  const email = invitation.boxes["Email"];
  await admin.opens(invitation.address);
  await fills(admin, invitation);
  await saves(page, invitation);
  await rowOf(page, email).locator("summary").click();
  {
    using _outage = withoutTable(portal, "invitation");
    await page.getByRole("button", { name: `Yes, withdraw it ${email}` }).click();
    await readsAbove(page, "This did not work. Nothing was changed.");
  }
});

test("what was done is said even if the page is read again before it is shown, and once", async ({
  admin,
  portal,
  page,
}) => {
  const { name } = await aRecord(portal);
  await admin.opens(`/dashboard/update?search=${name}`);
  await opensMenuOf(page, name);
  const read = Promise.withResolvers<void>();
  let times = 0;
  await page.route("**/update.data*", async (route) => {
    if (route.request().method() === "POST" || (times += 1) > 1) return route.continue();
    // The browser takes the cookies of an answer for which the page does not wait any more.
    await route.fetch();
    return read.resolve();
  });
  await page.getByRole("button", { name: `Hide ${name}` }).click();
  await read.promise;
  const cookiesOnceShown = page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const onChange = () => document.querySelector("[data-flash]") && resolve(document.cookie);
    new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true });
    return promise;
  });
  await page.evaluate("__reactRouterDataRouter.revalidate()");
  await expect(flash(page)).toContainText(`${name} is hidden now`);
  expect(await cookiesOnceShown).not.toContain("flash=");
  await page.reload();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(flash(page)).toHaveCount(0);
});
