import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { listNews } from "#operations/posts/read-posts.ts";
import { inBothLooks } from "./support/both-looks.ts";
import { isAlive, Member } from "./support/member.ts";
import type { StartedPortal } from "./support/portal.ts";
import { watchesThePage } from "./support/same-page.ts";
import { expect, test } from "./support/test.ts";

const list = "/dashboard/Posts";
const told = (page: Page): Locator => page.locator("[data-flash]");
const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });
const rowOf = (page: Page, title: string): Locator => page.getByRole("row").filter({ hasText: title });

/** Every one in another colour. */
async function picture(): Promise<Picture> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: "picture.jpg", mimeType: "image/jpeg", buffer };
}

type Picture = { name: string; mimeType: string; buffer: Buffer };

const letter: Picture = { name: "letter.jpg", mimeType: "image/jpeg", buffer: Buffer.from("a letter") };

const place = (page: Page, which: "First image" | "Second image"): Locator => page.getByLabel(which, { exact: true });

/** Chooses a file, which is on its way at once. `outcome` is what becomes of it. */
async function chooses(page: Page, which: "First image" | "Second image", file: Picture, outcome = /Here/) {
  await place(page, which).setInputFiles(file);
  await expect(page.locator("[data-upload]", { hasText: which })).toContainText(outcome);
}

async function writes(page: Page, title: string): Promise<void> {
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Text" }).fill("We moved.\n\nCome in.");
}

const freshTitle = () => `A new office ${randomInt(1e9)}`;

const published = async ({ office }: StartedPortal, title: string) =>
  (await listNews(office, { limit: 100 })).posts.find((post) => post.title === title);

/** A post of its own, made in the browser. */
async function aPost(portal: StartedPortal, page: Page) {
  const title = freshTitle();
  await page.goto("/dashboard/New_Post");
  await isAlive(page);
  await writes(page, title);
  await chooses(page, "First image", await picture());
  await chooses(page, "Second image", await picture());
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(told(page)).toContainText("The post is published.");
  const post = await published(portal, title);
  if (!post) throw new Error("the post is not there");
  return post;
}

test.describe("an admin", () => {
  test.beforeEach(async ({ portal, page }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(heading(page)).toHaveText("Posts");
  });

  test("publishes a post with two images", async ({ portal, page }) => {
    const { title, text } = await aPost(portal, page);
    expect(text).toBe("We moved.\n\nCome in.");
    await expect(heading(page)).toHaveText("Posts");
    await expect(rowOf(page, title).locator("img")).toHaveCount(2);
    for (const image of await rowOf(page, title).locator("img").all()) {
      await expect(image).not.toHaveJSProperty("naturalWidth", 0);
    }
  });

  test("describes its images, also when it is edited", async ({ portal, page }) => {
    const { id, title } = await aPost(portal, page);
    await page.goto(`${list}/${id}/edit`);
    await isAlive(page);
    await page.getByLabel("What does the second image show?").fill("Two desks");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(told(page)).toContainText("The post is saved.");
    expect((await published(portal, title))?.images[1].description).toBe("Two desks");
    await page.goto(`/news/${id}`);
    await expect(page.getByRole("img", { name: "Two desks" })).toBeVisible();
  });

  test("edits it: an image that is not chosen again stays", async ({ portal, page }) => {
    const before = await aPost(portal, page);
    await page.getByRole("link", { name: before.title, exact: true }).click();
    await expect(heading(page)).toHaveText("Edit the post");
    await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue(before.text);
    const title = freshTitle();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await chooses(page, "Second image", await picture());
    await page.getByRole("button", { name: "Save" }).click();
    await expect(told(page)).toContainText("The post is saved.");
    const after = await published(portal, title);
    expect(after).toMatchObject({ id: before.id, text: before.text });
    expect(after?.images[0]).toEqual(before.images[0]);
    expect(after?.images[1]).not.toEqual(before.images[1]);
  });

  test("deletes it when sure", async ({ portal, page }) => {
    const { title } = await aPost(portal, page);
    await rowOf(page, title)
      .getByRole("link", { name: `Delete ${title}` })
      .click();
    await expect(page.getByRole("heading", { name: "Are you sure?" })).toBeVisible();
    await page.getByRole("button", { name: "Yes, delete it!" }).click();
    await expect(told(page)).toContainText("The post and its images have been deleted.");
    await expect(rowOf(page, title)).toHaveCount(0);
    expect(await published(portal, title)).toBeUndefined();
  });

  test.describe("with something missing", () => {
    test.use({ expectedComplaint: /status of 4(00|15)/ });

    test("is told for each image, and what is here stays", async ({ portal, page }) => {
      await page.goto("/dashboard/New_Post");
      await isAlive(page);
      const send = page.getByRole("button", { name: "Post", exact: true });
      await send.click();
      await expect(place(page, "First image")).toHaveAccessibleDescription("Class Image is required");
      await expect(place(page, "Second image")).toHaveAccessibleDescription("Class Image is required");
      await expect(page.getByRole("textbox", { name: "Title" })).toHaveAccessibleDescription("Fill this in first.");
      const title = freshTitle();
      await writes(page, title);
      await chooses(page, "First image", await picture());
      await page.locator("#title").evaluate((field) => field.setAttribute("data-sent", ""));
      await send.click();
      // The form that comes back is another one.
      await expect(page.locator("[data-sent]")).toHaveCount(0);
      await expect(place(page, "Second image")).toHaveAccessibleDescription("Class Image is required");
      await expect(place(page, "First image")).not.toHaveAccessibleDescription("Class Image is required");
      await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(title);
      await chooses(page, "Second image", letter, /This is not a photo/);
      await send.click();
      await expect(page.locator("[data-upload]", { hasText: "Second image" })).toContainText(
        "This is not a photo or PDF that can be read.",
      );
      await chooses(page, "Second image", await picture());
      await send.click();
      await expect(told(page)).toContainText("The post is published.");
      expect((await published(portal, title))?.text).toBe("We moved.\n\nCome in.");
    });
  });

  test.describe("who comes second", () => {
    test.use({ expectedComplaint: /status of 412/ });

    test("is told so before they write over the other's words", async ({ portal, page, context }) => {
      const { id } = await aPost(portal, page);
      const other = await context.newPage();
      for (const tab of [page, other]) {
        await tab.goto(`${list}/${id}/edit`);
        await isAlive(tab);
      }
      const [theirs, mine] = [freshTitle(), freshTitle()];
      await other.getByRole("textbox", { name: "Title" }).fill(theirs);
      await other.getByRole("button", { name: "Save" }).click();
      await expect(told(other)).toContainText("The post is saved.");
      await page.getByRole("textbox", { name: "Title" }).fill(mine);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("alert")).toContainText("Somebody changed this post in the meantime.");
      expect(await published(portal, theirs)).toBeDefined();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(told(page)).toContainText("The post is saved.");
      expect((await published(portal, mine))?.id).toBe(id);
    });
  });
});

test.describe("where scripts run", () => {
  test("keys alone do for a post, and the page stays", async ({ portal, page }) => {
    await (await Member.joins(portal, page, "admin")).comesIn(list);
    await expect(heading(page)).toHaveText("Posts");
    const { title } = await aPost(portal, page);
    const { stayed } = await watchesThePage(page);
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(heading(page)).toHaveText("Edit the post");
    await page.getByRole("textbox", { name: "Text" }).focus();
    await page.keyboard.type(" Soon.");
    await page.keyboard.press("Tab");
    await expect(place(page, "First image")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("What does the first image show?")).toBeFocused();
    await page.keyboard.type("A door");
    await page.keyboard.press("Tab");
    await expect(place(page, "Second image")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").first()).toContainText("The post is saved.");
    const saved = await published(portal, title);
    expect(saved?.text).toMatch(/Soon\./);
    expect(saved?.images.map(({ description }) => description)).toEqual(["A door", ""]);
    expect(await stayed()).toBe(true);
  });

  test.describe("also with something missing", () => {
    test.use({ expectedComplaint: /status of 400/ });

    inBothLooks("no page of posts has a barrier", async ({ portal, visitor, page }) => {
      await (await Member.joins(portal, page, "admin")).comesIn(list);
      await expect(page.locator(".dashboard h1")).toBeVisible();
      await expect(page.locator("[data-notice]")).toBeHidden();
      for (const path of [list, "/dashboard/New_Post"]) {
        await page.goto(path);
        await visitor.fitsAndHasNoBarrier();
      }
      await page.locator("main form button").last().click();
      await expect(page.locator("#title")).toHaveAttribute("aria-invalid", "true");
      await visitor.fitsAndHasNoBarrier();
    });
  });
});
