import type { Page } from "@playwright/test";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

const inBangla = (page: Page) => page.getByRole("button", { name: "বাংলা" }).click();

test("after a change of language, what was typed stays and is not sent, and an answer or thanks are shown again", async ({
  visitor,
  page,
}) => {
  await visitor.opens("/");
  await visitor.box.fill(shown.passport);
  await inBangla(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "bn");
  await expect(visitor.box).toHaveValue(shown.passport);
  await expect(visitor.answer).toBeEmpty();
  expect(page.url()).toMatch(/\/$/);
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await visitor.box.press("Enter");
  await visitor.readsThatItIsPublished();
  await visitor.box.fill("the next one");
  await inBangla(page);
  await expect(visitor.answer).toContainText("৩ মার্চ, ২০২৬ তারিখে Shapla Overseas প্রকাশ করেছে।");
  await expect(visitor.particular("যে নম্বর খুঁজেছেন")).toHaveText(shown.passport);
  await expect(visitor.box).toHaveValue("the next one");
  await page.getByRole("button", { name: "English" }).click();
  await visitor.readsThatItIsPublished();

  await visitor.opens("/report");
  await page.getByRole("radio", { name: "Something else" }).check();
  await page.getByRole("textbox", { name: "Which record?" }).fill("Rahima");
  await page.getByRole("textbox", { name: "What happened?" }).fill("One line.\nAnother line.");
  await inBangla(page);
  await expect(page.getByRole("radio", { name: "অন্য কিছু" })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "কোন রেকর্ড?" })).toHaveValue("Rahima");
  await expect(page.getByRole("textbox", { name: "কী হয়েছে, লিখুন" })).toHaveValue("One line.\nAnother line.");
  await page.getByRole("button", { name: "পাঠান" }).click();
  const reference = await page.locator("#main strong").textContent();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have received your report");
  await expect(page.locator("#main strong")).toHaveText(reference ?? "");
});

test.describe("a browser that prefers Urdu, which the operator has switched on,", () => {
  const viewport = { width: 360, height: 740 };
  test.use({ locale: "ur-PK", viewport, settings: { languages: { ur: { isOn: true, confirmed: "" } } } });

  test("shows text from right to left, numbers from left to right and no barrier, up to the sign-in", async ({
    visitor,
    page,
  }) => {
    await visitor.opens("/");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await visitor.findsNoBarrier();
    await visitor.box.fill(shown.passport);
    await visitor.box.press("Enter");
    await expect(visitor.answer).toContainText("Shapla Overseas نے 3 مارچ، 2026 کو شائع کیا۔");
    const number = visitor.particular("آپ کا تلاش کیا ہوا نمبر");
    await expect(number).toHaveText(shown.passport);
    await expect(number.locator("bdi")).toHaveCSS("direction", "ltr");
    await visitor.findsNoBarrier();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await visitor.opens("/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("سائن ان کریں");
    await visitor.findsNoBarrier();
    await page.getByRole("button", { name: "سائن ان کریں", exact: true }).click();
    await expect(page.getByLabel("ای میل", { exact: true })).toHaveAccessibleDescription("ای میل لکھیں");
    await expect(page.getByLabel("ای میل", { exact: true })).toHaveCSS("direction", "ltr");
    await page.getByRole("complementary", { name: "زبان" }).getByRole("button", { name: "English" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  });
});
