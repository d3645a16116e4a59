import type { Dialog } from "@playwright/test";
import { maxPageDrafts } from "#core/page-draft.ts";
import { readPageDrafts, savePageDraft } from "#operations/drafts/page-drafts.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { delays, lineTo } from "../support/delays.ts";
import { flash, savedWith } from "../support/dashboard.ts";
import { Member, waitForHydration } from "../support/member.ts";
import { aPost } from "../support/news.ts";
import { aRecord, letters } from "../support/own-records.ts";
import { chooses } from "../support/record-form.ts";
import { changeSettingsTo } from "../support/records.ts";
import { expect, test } from "../support/test.ts";

const typed = "Typed And Left";

test("values that were typed into a form and not saved are offered again", async ({ admin, portal, page }) => {
  const { id } = await aRecord(portal);
  const record = `/Update_A_User/${id}`;
  const forms = [
    ["/dashboard/New_Post", "Title"],
    ["/dashboard/Texts?page=terms&language=en", "Title"],
    ["/dashboard/Settings/operator", "Licence number"],
    [record, "Address"],
  ] as const;
  const putBack = page.getByRole("button", { name: "Put it back" });
  for (const [address, box] of forms) {
    await admin.opens(address);
    await expect(putBack).toHaveCount(0);
    const kept = savedWith(page, typed);
    await admin.field(box).fill(typed);
    await page.getByRole("link", { name: "Reports" }).click();
    await kept;
    await admin.opens(address);
    await putBack.click();
    await expect(admin.field(box)).toHaveValue(typed);
  }
  await admin.button("Update record").click();
  await expect(flash(page)).toContainText("Record updated");
  await admin.opens(record);
  await expect(admin.field("Address")).toHaveValue(typed);
  await expect(putBack).toHaveCount(0);

  await admin.opens("/dashboard/New_Post");
  const ended = page.waitForResponse("**/dashboard/page-draft");
  await page.getByText("Throw away", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, throw it away" }).click();
  await ended;
  await admin.opens("/dashboard/New_Post");
  await expect(admin.field("Title")).toHaveValue("");
  await expect(putBack).toHaveCount(0);
});

test("what could not be saved is neither discarded by a link nor saved or shown for the next person", async ({
  admin,
  page,
  portal,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/401/);
  const { id } = await aRecord(portal);
  await admin.opens(`/dashboard/records/${id}`);
  const other = await Member.joins(portal, page, "admin");
  await context.clearCookies();
  await other.hasSession();
  await admin.field("What should the others know?").fill("Private words of the first person");
  await expect(page.getByText("you are signed out")).toBeVisible();
  const asked: string[] = [];
  const dismiss = async (dialog: Dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  };
  page.on("dialog", dismiss);
  await page.getByRole("link", { name: "Reports" }).click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  page.off("dialog", dismiss);
  await expect(admin.field("What should the others know?")).toHaveValue("Private words of the first person");

  page.on("dialog", (dialog) => void dialog.accept());
  const reload = page.waitForEvent("load");
  await page.getByRole("button", { name: /^Hide/ }).first().click();
  await reload;
  await waitForHydration(page);
  await expect(page.getByRole("button", { name: "Put it back" })).toHaveCount(0);
  expect(
    await readPageDrafts(portal.office, { kind: "account", id: other.id, role: "admin" }, `comment:${id}`),
  ).toEqual([]);

  // The browser goes back to a page that it kept in memory.
  await page.evaluate(() => {
    document.title = "kept";
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(page).not.toHaveTitle("kept");
});

test("neither an offered draft nor what is typed while a refused form is on its way is lost", async ({
  admin,
  portal,
  page,
}) => {
  const actor = { kind: "account", id: admin.id, role: "admin" } as const;
  const kept = async () =>
    (await readPageDrafts(portal.office, actor, "post:new"))
      .map(({ fields }) => fields.slice(0, 2).map(([, value]) => value))
      .toSorted(([one = ""], [other = ""]) => one.localeCompare(other));
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const putBack = page.getByRole("button", { name: "Put it back" });
  await admin.opens("/dashboard/New_Post");
  await title.fill("An offered text");
  await expect.poll(kept).toEqual([["An offered text", ""]]);
  await admin.opens("/dashboard/New_Post");
  await title.fill("x");
  await expect.poll(kept).toEqual([
    ["An offered text", ""],
    ["x", ""],
  ]);
  const texts = page.getByRole("status").filter({ has: putBack }).locator("p[dir]");
  await expect(texts).toHaveText(["An offered text"]);
  await putBack.click();
  await expect(title).toHaveValue("An offered text");
  await expect(texts).toHaveText(["x"]);

  const letGo = await delays(page, "**/New_Post.data*");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await text.fill("Typed meanwhile");
  await letGo();
  await expect(page.getByText("Fill this in first.").first()).toBeVisible();
  await expect(text).toHaveValue("Typed meanwhile");
  await expect(title).toHaveValue("An offered text");
  await expect.poll(kept).toEqual([
    ["An offered text", "Typed meanwhile"],
    ["x", ""],
  ]);
});

test("the form of one post never holds what was typed into the form of another", async ({ admin, portal, page }) => {
  const one = `One ${letters()}`;
  const two = `Two ${letters()}`;
  for (const title of [one, two]) await aPost(portal.office, title);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await admin.opens("/dashboard/Posts");
  await page.getByRole("link", { name: one, exact: true }).click();
  await expect(title).toHaveValue(one);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("link", { name: two, exact: true }).click();
  await expect(title).toHaveValue(two);
  const kept = savedWith(page, "Words of two");
  await title.fill("Words of two");
  await page.evaluate(() => history.go(-2));
  await kept;
  await expect(title).toHaveValue(one);
  const putBack = page.getByRole("button", { name: "Put it back" });
  await expect(putBack).toHaveCount(0);
  await page.evaluate(() => history.go(2));
  await putBack.click();
  await expect(title).toHaveValue("Words of two");
});

test("what a press puts in the place of something else is there until the site has answered", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  const actor = { kind: "account", id: admin.id, role: "admin" } as const;
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  const putBack = page.getByRole("button", { name: "Put it back" });
  const throwAway = async () => {
    await page.getByText("Throw away", { exact: true }).click();
    await page.getByRole("button", { name: "Yes, throw it away" }).click();
  };
  const notKept = page.getByText("not kept").first();
  for (const text of ["An offered text", "Set aside"]) {
    await admin.opens("/dashboard/New_Post");
    const saved = savedWith(page, text);
    await title.fill(text);
    await saved;
  }
  const saves = await lineTo(page, "**/dashboard/page-draft");
  saves.isCut = true;
  await putBack.click();
  await expect(notKept).toBeVisible();
  await expect(title).toHaveValue("Set aside");
  saves.isCut = false;
  await putBack.click();
  await expect(title).toHaveValue("An offered text");
  await expect(notKept).toBeHidden();

  saves.isCut = true;
  await throwAway();
  await expect(notKept).toBeVisible();
  await expect(putBack).toBeVisible();
  saves.isCut = false;
  await page.getByRole("button", { name: "Yes, throw it away" }).click();
  await expect(putBack).toHaveCount(0);
  expect(
    (await readPageDrafts(portal.office, actor, "post:new")).flatMap(({ fields }) => fields.slice(0, 1).flat()),
  ).toEqual(["title", "An offered text"]);
});

test("a form whose post or record was deleted meanwhile comes back with what was typed", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const post = await aPost(portal.office, `Gone ${letters()}`);
  const record = await aRecord(portal);
  const forms = [
    [`/dashboard/Posts/${post.id}/edit`, "Save", `/dashboard/Posts/${post.id}/delete`],
    [`/Update_A_User/${record.id}`, "Update record", `/dashboard/update/${record.id}/delete`],
  ] as const;
  for (const [address, button, deletion] of forms) {
    await admin.opens(address);
    const box = page.getByRole("textbox", { name: /^(Text|Address)$/ });
    await box.fill(typed);
    // The site deletes: the runner of the journeys would need seconds to load the words of the mails.
    expect((await page.request.post(deletion, { headers: { origin: portal.url }, form: {} })).status()).toBe(200);
    await admin.button(button).click();
    await expect(page.getByRole("alert").filter({ hasText: "is not here any more" })).toBeVisible();
    await expect(box).toHaveValue(typed);
  }
});

test("a form that waits for its file takes what is typed meanwhile with it", async ({ admin, portal, page }) => {
  const { id } = await aRecord(portal);
  await admin.opens(`/Update_A_User/${id}`);
  const letGo = await delays(page, "**/images?*");
  await chooses(page, "Photo", await drawnDocument());
  await admin.button("Update record").click();
  const saved = savedWith(page, typed);
  await admin.field("Address").fill(typed);
  await saved;
  await letGo();
  await expect(flash(page)).toContainText("Record updated");
  await expect(admin.field("Address")).toHaveValue(typed);
  await expect(page.getByRole("button", { name: "Put it back" })).toHaveCount(0);
});

test("settings that are saved after a question leave no draft", async ({ admin, portal, page }) => {
  await changeSettingsTo(portal.office, { shownKinds: ["photo"] });
  await admin.opens("/dashboard/Settings/publishing");
  const saved = page.waitForResponse("**/dashboard/page-draft");
  await page.getByRole("checkbox", { name: "Medical form" }).check();
  await saved;
  await admin.button("Save").click();
  await admin.button("Yes, save it").click();
  await expect(flash(page)).toContainText("Saved.");
  // The page offers no text that its boxes have already: only the stored drafts tell.
  const actor = { kind: "account", id: admin.id, role: "admin" } as const;
  expect(await readPageDrafts(portal.office, actor, "settings:publishing")).toEqual([]);
});

test("a text for which there is no room says so, is kept once a listed one is thrown away, and replaces none", async ({
  admin,
  portal,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 409/);
  const actor = { kind: "account", id: admin.id, role: "admin" } as const;
  // Of two that are saved in the same millisecond, either is the older one.
  const start = Date.now() - maxPageDrafts;
  for (let at = 0; at < maxPageDrafts; at += 1) {
    const then = { ...portal.office, now: () => start + at };
    await savePageDraft(then, actor, { name: `text:terms:${at}`, fields: [["title", `Typed ${at}`]] });
  }
  await admin.opens("/dashboard/New_Post");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("One too many");
  const full = page.getByText("as many unfinished forms are kept for you as there is room for");
  await expect(full).toBeVisible();
  expect(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(true);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "See them in a new window" }).click();
  const list = admin.at(await opening);
  const kept = list.page.getByRole("listitem").filter({ hasText: "Throw away" });
  await expect(kept).toHaveCount(maxPageDrafts);
  const oldest = kept.last();
  await expect(oldest).toContainText("Typed 0");
  await oldest.locator("summary").click();
  await oldest.getByRole("button", { name: "Yes, throw it away" }).click();
  await expect(kept).toHaveCount(maxPageDrafts - 1);
  await expect(full).toBeHidden();
  await list.page.reload();
  await expect(kept.first()).toContainText("One too many");
  await kept.first().getByRole("link", { name: "New post" }).click();
  await list.button("Put it back").click();
  await expect(list.page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("One too many");
});
