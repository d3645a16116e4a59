import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { listNews } from "#operations/posts/read-posts.ts";
import { drawnDocument } from "#test/support/documents.ts";
import { flash, heading, watchForReload } from "../support/dashboard.ts";
import { delays } from "../support/delays.ts";
import type { StartedPortal } from "../support/portal.ts";
import { expect, test } from "../support/test.ts";

const place = (page: Page, which: "First image" | "Second image"): Locator => page.getByLabel(which, { exact: true });

const freshTitle = () => `A new office ${randomInt(1e9)}`;

const published = async ({ office }: StartedPortal, title: string) =>
  (await listNews(office, { limit: 100 })).posts.find((post) => post.title === title);

test("a second press while the next page loads publishes nothing twice; a post is edited with the keyboard alone", async ({
  admin,
  portal,
  page,
}) => {
  const title = freshTitle();
  await admin.opens("/dashboard/New_Post");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("We are at Lake Road now.");
  for (const which of ["first", "second"] as const) {
    const buffer = await drawnDocument(600, 400);
    const box = place(page, which === "first" ? "First image" : "Second image");
    await box.setInputFiles({ name: `${which}.jpg`, mimeType: "image/jpeg", buffer });
    await page.getByLabel(`What does the ${which} image show?`).fill("A plain desk");
  }
  await expect(page.locator("[data-upload]", { hasText: "Here" })).toHaveCount(2);
  const letGo = await delays(page, "**/Posts.data*");
  const publish = page.getByRole("button", { name: "Post", exact: true });
  await publish.click();
  await expect.poll(() => published(portal, title)).toBeDefined();
  await publish.click({ force: true });
  await letGo();
  await expect(flash(page)).toContainText("published");
  const { posts } = await listNews(portal.office, { limit: 100 });
  expect(posts.filter((post) => post.title === title)).toHaveLength(1);

  const { stayed } = await watchForReload(page);
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
