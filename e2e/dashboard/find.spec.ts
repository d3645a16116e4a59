import { delays } from "../support/delays.ts";
import { aRecord } from "../support/own-records.ts";
import { shown } from "../support/records.ts";
import { expect, test } from "../support/test.ts";

const box = "Passport or IRCC number";

test("the keyboard alone finds and opens a record; Ctrl K finds one on every page, and no URL has the number", async ({
  admin,
  portal,
  page,
}) => {
  const { id, name, passport } = await aRecord(portal);
  await admin.opens("/dashboard/Find");
  await page.keyboard.press("/");
  await expect(admin.field(box)).toBeFocused();
  await page.keyboard.type(shown.ircc);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toBeVisible();
  await admin.heading.focus();
  await page.keyboard.press("o");
  await expect(admin.heading).toHaveText(shown.name);

  await admin.opens("/dashboard/Reports");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  const questions: string[] = [];
  page.on("request", (request) => request.method() === "POST" && questions.push(request.postData() ?? ""));
  // Slower than the delay after which a name is searched. A number is not searched while it is typed.
  await page.keyboard.type(passport.slice(-4), { delay: 250 });
  await expect(page.getByRole("option")).toHaveText(`Find the number ${passport.slice(-4)}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name })).toBeVisible();
  expect(questions).toEqual([`search=${passport.slice(-4)}`]);
  await page.getByRole("combobox").fill(name);
  await expect(page.getByRole("option").first()).toContainText(name);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(admin.heading).toHaveText(name);
  expect(new URL(page.url()).pathname).toBe(`/dashboard/records/${id}`);
  // A port, an id or a file name may contain the same characters by chance.
  const chosen = addresses.map((visited) => visited.replace(portal.url, "").replace(id, ""));
  const pages = chosen.filter((visited) => !visited.startsWith("/assets/"));
  expect(pages.filter((visited) => visited.includes(passport.slice(-4)))).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("banner").getByRole("link", { name: "Go to …" }).click();
  await page.keyboard.type("webook");
  await expect(page.getByRole("dialog").getByRole("option").first()).toHaveText("Webhooks");
  const palette = page.getByRole("dialog").getByRole("combobox");
  await palette.fill("2fa");
  await expect(page.getByRole("dialog").getByRole("option").first()).toHaveText("Second step");
  await palette.fill("help approve");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Two people look at every record" })).toBeVisible();
});

test("keys that are pressed right after Ctrl K go into the palette, and without its code the form stays", async ({
  admin,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await admin.opens("/dashboard/New_Post");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Typed");
  const results = "**/assets/palette-results-*.js";
  const letGo = await delays(page, results);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("webook");
  await expect(page.getByRole("combobox")).toHaveValue("webook");
  await expect(title).toHaveValue("Typed");
  await page.keyboard.press("Enter");
  await letGo();
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();

  await admin.opens("/dashboard/New_Post");
  await title.fill("Typed again");
  await page.route(results, async (request) => request.abort());
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("status")).toContainText("did not answer");
  await page.keyboard.press("Escape");
  await expect(title).toHaveValue("Typed again");
});
