import type { BrowserContext, Page } from "@playwright/test";
import { scan } from "#test/support/scans.ts";
import { Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { freshPerson, recordWith } from "./support/own-records.ts";
import { chooses, isTold, documentBox, typesPerson } from "./support/record-form.ts";
import { expect, test } from "./support/test.ts";

/** One clerk with two windows on the same form. */
async function opensTwoWindows(portal: StartedPortal, page: Page, context: BrowserContext) {
  const one = await Member.joins(portal, page, "admin");
  await one.comesIn("/dashboard/Entry");
  await expect(one.heading).toHaveText("Entry");
  const other = one.at(await context.newPage());
  const opens = async (path = "/dashboard/Entry") => {
    await other.page.goto(path);
    await expect(other.heading).toHaveText("Entry");
  };
  return { one, other, opens };
}

const elsewhere = "This form was open in another window too.";
const isKept = ({ page }: Member) => expect(page.getByText("What you typed is kept here")).toBeVisible();
const sends = (clerk: Member) => clerk.button("Add new User").click();

async function adds(clerk: Member): Promise<void> {
  await sends(clerk);
  await isTold(clerk.page, "New Product Added Successfully !!!");
}

/** Types, and waits until the site has it. */
async function types(clerk: Member, field: string, text: string): Promise<void> {
  await expect(clerk.page.locator("html[data-alive]")).toBeAttached();
  const sent = clerk.page.waitForResponse((answer) => answer.request().postData()?.includes("do=keep") ?? false);
  await clerk.field(field).fill(text);
  await sent;
}

test.use({ expectedComplaint: /status of 4(00|09|22)/ });

test.describe("where scripts run", () => {
  test("two windows have two forms, and each is found again", async ({ portal, page, context }) => {
    const { one, other, opens } = await opensTwoWindows(portal, page, context);
    await types(one, "Name", "Rahim Uddin");
    await isKept(one);
    await opens();
    await expect(other.field("Name")).toHaveValue("Rahim Uddin");
    await other.page.getByRole("link", { name: "Begin an empty form" }).click();
    await expect(other.field("Name")).toHaveValue("");
    await types(other, "Name", "Nasrin Akter");
    await types(one, "Address", "Comilla");
    await other.page.reload();
    await expect(other.field("Name")).toHaveValue("Nasrin Akter");
    const begun = other.page.getByRole("region", { name: "Forms that you began and did not add yet" });
    await begun.getByRole("link", { name: "Rahim Uddin" }).click();
    await expect(other.field("Address")).toHaveValue("Comilla");
    await expect(begun.getByRole("link")).toHaveText(["Nasrin Akter"]);
  });

  test("who types into the same form in two windows is told, and keeps both with their files", async ({
    portal,
    page,
    context,
  }) => {
    const { one, other, opens } = await opensTwoWindows(portal, page, context);
    await types(one, "Name", "Rahim Uddin");
    await opens();
    await types(one, "Name", "Rahim Uddin Khan");
    const [first, second] = [freshPerson(), freshPerson()];
    await chooses(other.page, "Photo", await scan());
    await expect(other.page.getByText(elsewhere)).toBeVisible();
    await typesPerson(other, second);
    await expect(one.page.getByText(elsewhere)).toBeHidden();
    await typesPerson(one, first);
    await adds(one);
    await expect(documentBox(other.page, "photo").locator("img")).toBeVisible({ timeout: 20_000 });
    await adds(other);
    expect(await recordWith(portal, first.passport)).toMatchObject({ name: first.name, documents: {} });
    expect(Object.keys((await recordWith(portal, second.passport))?.documents ?? {})).toEqual(["photo"]);
    await opens();
    await expect(other.field("Name")).toHaveValue("");
    await expect(other.page.getByText("Forms that you began")).toBeHidden();
  });

  test("what is added in one window comes back in no other, however late it is sent", async ({
    portal,
    page,
    context,
  }) => {
    const { one, other, opens } = await opensTwoWindows(portal, page, context);
    const person = freshPerson();
    const late = page.waitForRequest((request) => request.postData()?.includes("do=keep") ?? false);
    await typesPerson(one, person);
    const request = await late;
    await isKept(one);
    await adds(one);
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: portal.url };
    const answer = await page.request.post(request.url(), { data: request.postData() ?? "", headers });
    expect(answer.status()).toBe(200);
    await opens();
    await expect(other.field("Name")).toHaveValue("");
    await expect(other.page.getByText("Forms that you began")).toBeHidden();
  });

  test("what is typed on in a window goes on by itself, when the form is added in the other", async ({
    portal,
    page,
    context,
  }) => {
    const { one, other, opens } = await opensTwoWindows(portal, page, context);
    const [first, second] = [freshPerson(), freshPerson()];
    await typesPerson(one, first);
    await isKept(one);
    await opens();
    await expect(other.field("Name")).toHaveValue(first.name);
    await adds(one);
    await typesPerson(other, second);
    await expect(other.page.getByText(elsewhere)).toBeVisible();
    await adds(other);
    expect(await recordWith(portal, second.passport)).toMatchObject({ name: second.name });
  });
});

test.describe("where no scripts run", { tag: "@without-javascript" }, () => {
  test("a form that was added in one window is added as another record from the other", async ({
    portal,
    page,
    context,
  }) => {
    const { one, other, opens } = await opensTwoWindows(portal, page, context);
    const [first, second] = [freshPerson(), freshPerson()];
    await one.field("Name").fill(first.name);
    await sends(one);
    await one.isTold("Address", "Address is required");
    await opens();
    await expect(other.field("Name")).toHaveValue(first.name);
    await typesPerson(one, first);
    await adds(one);
    await typesPerson(other, second);
    await other.field("Address").fill("");
    await sends(other);
    await isTold(other.page, "A record was added from this form before, with other words in it.");
    await sends(other);
    await other.isTold("Address", "Address is required");
    await expect(other.field("Name")).toHaveValue(second.name);
    await other.field("Address").fill("Comilla");
    await adds(other);
    expect(await recordWith(portal, second.passport)).toMatchObject({ name: second.name });
  });
});
