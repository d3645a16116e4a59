import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { listNews } from "#operations/posts/read-posts.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { flash, heading, rowOf, watchesThePage } from "../support/dashboard.ts";
import type { Member } from "../support/member.ts";
import { aPost as publishPost } from "../support/news.ts";
import type { StartedPortal } from "../support/portal.ts";
import { expect, test } from "../support/test.ts";

const list = "/dashboard/Posts";

type Picture = { name: string; mimeType: string; buffer: Buffer };

const picture = async (): Promise<Picture> => ({
  name: "picture.jpg",
  mimeType: "image/jpeg",
  buffer: await drawnDocument(600, 400),
});

const letter: Picture = { name: "letter.jpg", mimeType: "image/jpeg", buffer: Buffer.from("a letter") };

const place = (page: Page, which: "First image" | "Second image"): Locator => page.getByLabel(which, { exact: true });

/** Chooses a file, which is on its way at once. `outcome` is what becomes of it. */
async function chooses(page: Page, which: "First image" | "Second image", file: Picture, outcome = /Here/) {
  await place(page, which).setInputFiles(file);
  await expect(page.locator("[data-upload]", { hasText: which })).toContainText(outcome);
}

const freshTitle = () => `A new office ${randomInt(1e9)}`;

const published = async ({ office }: StartedPortal, title: string) =>
  (await listNews(office, { limit: 100 })).posts.find((post) => post.title === title);

/** A post of its own, in the list. */
async function aPost({ office }: StartedPortal, admin: Member) {
  const post = await publishPost(office, freshTitle());
  await admin.opens(list);
  return post;
}

test("a post is published with two images; what is missing is said for each", async ({ admin, portal, page }) => {
  await admin.opens("/dashboard/New_Post");
  const send = page.getByRole("button", { name: "Post", exact: true });
  await send.click();
  await expect(place(page, "First image")).toHaveAccessibleDescription("Class Image is required");
  await expect(place(page, "Second image")).toHaveAccessibleDescription("Class Image is required");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveAccessibleDescription(
    "Fill this in first.",
  );
  const title = freshTitle();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("We moved.\n\nCome in.");
  await chooses(page, "First image", await picture());
  await page.locator("#title").evaluate((field) => field.setAttribute("data-sent", ""));
  await send.click();
  // The form that comes back is another one.
  await expect(page.locator("[data-sent]")).toHaveCount(0);
  await expect(place(page, "Second image")).toHaveAccessibleDescription("Class Image is required");
  await expect(place(page, "First image")).not.toHaveAccessibleDescription("Class Image is required");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(title);
  await chooses(page, "Second image", letter, /This is not a photo/);
  await send.click();
  await expect(page.locator("[data-upload]", { hasText: "Second image" })).toContainText(
    "This is not a photo or PDF that can be read.",
  );
  await chooses(page, "Second image", await picture());
  await send.click();
  await expect(flash(page)).toContainText("The post is published.");
  await expect(heading(page)).toHaveText("Posts");
  await expect(rowOf(page, title).locator("img")).toHaveCount(2);
  for (const image of await rowOf(page, title).locator("img").all()) {
    await expect(image).not.toHaveJSProperty("naturalWidth", 0);
  }
  expect((await published(portal, title))?.text).toBe("We moved.\n\nCome in.");
});

test("a post is edited, and an image that is not chosen again stays", async ({ admin, portal, page }) => {
  const before = await aPost(portal, admin);
  await page.getByRole("link", { name: before.title, exact: true }).click();
  await expect(heading(page)).toHaveText("Edit the post");
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(before.text);
  const title = freshTitle();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await chooses(page, "Second image", await picture());
  await page.getByLabel("What does the second image show?").fill("Two plain desks");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(flash(page)).toContainText("The post is saved.");
  const after = await published(portal, title);
  expect(after).toMatchObject({ id: before.id, text: before.text });
  expect(after?.images[0]).toEqual(before.images[0]);
  expect(after?.images[1].image).not.toEqual(before.images[1].image);
  await page.goto(`/news/${before.id}`);
  await expect(page.getByRole("img", { name: "Two plain desks" })).toBeVisible();
});

test("keys alone do for a post, and the page stays", async ({ admin, portal, page }) => {
  const { title } = await aPost(portal, admin);
  const { stayed } = await watchesThePage(page);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(heading(page)).toHaveText("Edit the post");
  await page.getByRole("textbox", { name: "Text", exact: true }).focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" Soon.");
  for (const label of ["Title in Bangla", "Text in Bangla"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByLabel(label)).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await expect(place(page, "First image")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("What does the first image show?")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("A way in");
  await page.keyboard.press("Tab");
  await expect(place(page, "Second image")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").first()).toContainText("The post is saved.");
  const saved = await published(portal, title);
  expect(saved?.text).toMatch(/Soon\./);
  expect(saved?.images[0].description).toBe("A way in");
  expect(await stayed()).toBe(true);
});
