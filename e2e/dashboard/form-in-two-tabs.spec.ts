import type { BrowserContext } from "@playwright/test";
import { system } from "#core/accounts/actor.ts";
import { addOrganisation, readOrganisation } from "#operations/desk/organisations.ts";
import { readPageDrafts } from "#operations/drafts/page-drafts.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { embassy } from "#test/support/organisations.ts";
import { flash, savedWith } from "../support/dashboard.ts";
import type { Member } from "../support/member.ts";
import { freshPerson, recordWith } from "../support/own-records.ts";
import { chooses, documentBox, seesAlert, typesPerson } from "../support/record-form.ts";
import { expect, test } from "../support/test.ts";

/** Opens the same form in two windows of one clerk. */
async function opensTwoWindows(one: Member, context: BrowserContext) {
  await one.opens("/dashboard/Entry");
  const other = one.at(await context.newPage());
  return { one, other, opens: () => other.opens("/dashboard/Entry") };
}

const elsewhere = "This form was open in another window too.";
const isStored = ({ page }: Member) => expect(page.getByText("What you typed is kept here")).toBeVisible();
const sends = (clerk: Member) => clerk.button("Add record").click();

async function adds(clerk: Member): Promise<void> {
  await sends(clerk);
  await seesAlert(clerk.page, "Record added");
}

/** Types, and waits until the site has stored the text. */
async function types(clerk: Member, field: string, text: string): Promise<void> {
  const saved = savedWith(clerk.page, text);
  await clerk.field(field).fill(text);
  await saved;
}

test("a clerk who has the form open in two windows is warned, nothing is lost, and each form can be found again", async ({
  admin,
  portal,
  context,
}) => {
  const { one, other, opens } = await opensTwoWindows(admin, context);
  await types(one, "Name", "Rahim Uddin");
  await opens();
  await types(one, "Name", "Rahim Uddin Khan");
  const [first, second] = [freshPerson(), freshPerson()];
  await chooses(other.page, "Photo", await drawnDocument());
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

  // Two forms, one in each window.
  await types(one, "Name", "Rahim Uddin");
  await isStored(one);
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

test("of two windows with the form of one organisation, the second is told, and may then replace what the first saved", async ({
  admin,
  portal,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 412/);
  const { id: organisation } = await addOrganisation(portal.office, system("test"), embassy(portal.office));
  const address = `/dashboard/Organisations/${organisation}`;
  await admin.opens(address);
  const other = admin.at(await context.newPage());
  await other.opens(address);
  await admin.field("What it checks numbers for").fill("From the first window");
  await admin.button("Save").click();
  await expect(flash(admin.page)).toBeVisible();
  await other.field("What it checks numbers for").fill("From the second window");
  await other.button("Save").click();
  await expect(other.page.getByRole("alert")).toContainText("Somebody else changed this part in the meantime");
  await expect(other.field("What it checks numbers for")).toHaveValue("From the second window");
  expect((await readOrganisation(portal.office, system("test"), organisation)).organisation.reason).toBe(
    "From the first window",
  );
  await other.button("Save").click();
  await expect(flash(other.page)).toBeVisible();
  expect((await readOrganisation(portal.office, system("test"), organisation)).organisation.reason).toBe(
    "From the second window",
  );
});

test("what was typed just before the press is kept if the page is left before the site has answered", async ({
  admin,
  page,
  portal,
}) => {
  await admin.opens("/dashboard/New_Post");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  // The form never reaches the site.
  const isPressed = page.waitForRequest("**/New_Post.data*");
  await page.route("**/New_Post.data*", async () => undefined);
  await title.fill("Typed and pressed");
  await text.fill("At once");
  await admin.button("Post").click();
  await isPressed;
  await admin.opens("/dashboard/Posts");
  // The browser sends the save beside whatever is opened next.
  const actor = { kind: "account", id: admin.id, role: "admin" } as const;
  await expect.poll(async () => (await readPageDrafts(portal.office, actor, "post:new")).length).toBe(1);
  await admin.opens("/dashboard/New_Post");
  await admin.button("Put it back").click();
  await expect(title).toHaveValue("Typed and pressed");
  await expect(text).toHaveValue("At once");
});
