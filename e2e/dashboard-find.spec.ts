import { inBothLooks } from "./support/both-looks.ts";
import { isAlive, Member } from "./support/member.ts";
import { hidden, missing, shown, waiting } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const address = "/dashboard/Find";

test("a record is found by either number, as staff see it", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  await expect(admin.heading).toHaveText("Find a record");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const article = page.getByRole("article");
  for (const [number, name, state] of [
    [shown.passport, "Rahima Khatun", "shown"],
    [hidden.ircc, "Nobody Now", "hidden"],
    [waiting.passport.toLowerCase().replace(/^./, "$& "), "Nobody Yet", "waiting"],
  ] as const) {
    await admin.field("Passport or IRCC number").fill(number);
    await admin.button("Search").click();
    await expect(article.getByRole("heading", { name })).toBeVisible();
    await expect(article).toContainText(state);
    await expect(admin.field("Passport or IRCC number")).toHaveValue(number);
    await page.reload();
    await expect(article.getByRole("heading", { name })).toBeVisible();
    expect(addresses.filter((visited) => visited.includes(number.slice(-8)))).toEqual([]);
  }
  await expect(article.getByRole("link", { name: "Update" })).toHaveAttribute("href", /^\/Update_A_User\/[\w-]+$/);
  await article.getByRole("link", { name: "Approve or send back" }).click();
  await expect(admin.heading).toHaveText("Nobody Yet");
});

test("what is on no record, or no number at all, is said", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  for (const number of [missing.passport, "Rahima Khatun?", "' or 1=1 --"]) {
    await admin.field("Passport or IRCC number").fill(number);
    await admin.button("Search").click();
    await expect(page.getByRole("heading", { name: "No record has this number" })).toBeVisible();
    await expect(admin.field("Passport or IRCC number")).toHaveValue(number);
  }
});

test("a number in the address is not looked for", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(`${address}?sealed=${shown.passport}&number=${shown.passport}&search=${shown.passport}`);
  await expect(admin.heading).toHaveText("Find a record");
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("one signs out from there", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await admin.reads("Logout Successful");
  await page.goto(address);
  await expect(admin.heading).toHaveText("Sign in");
});

test("works by keyboard alone", async ({ portal, page }) => {
  const admin = await Member.joins(portal, page, "admin");
  await admin.comesIn(address);
  await expect(admin.heading).toHaveText("Find a record");
  await isAlive(page);
  await page.keyboard.press("/");
  await expect(admin.field("Passport or IRCC number")).toBeFocused();
  await page.keyboard.type(shown.ircc);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toBeVisible();
  await admin.heading.focus();
  await page.keyboard.press("o");
  await expect(admin.heading).toHaveText(shown.name);
});

inBothLooks("a record that was found has no barrier", async ({ portal, visitor, page }) => {
  await (await Member.joins(portal, page, "admin")).comesIn(address);
  await page.locator("#number").fill(shown.passport);
  await page.locator("#number").press("Enter");
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.locator("[data-notice]")).toBeHidden();
  await visitor.fitsAndHasNoBarrier();
});
