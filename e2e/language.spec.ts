import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("the chosen language stays, on the same page", async ({ visitor, page }) => {
  await visitor.opens("/Check_Visa");
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("আপনার ভিসার অবস্থা দেখুন");
  await expect(page.locator("html")).toHaveAttribute("lang", "bn");
  expect(new URL(page.url()).pathname).toBe("/Check_Visa");
  await visitor.opens("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "bn");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("an answer comes again in the other language", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await page.getByRole("button", { name: "বাংলা" }).click();
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toHaveText(
    "৩ মার্চ, ২০২৬ তারিখে Shapla Overseas এই তথ্য প্রকাশ করেছে।",
  );
  await expect(visitor.box).toHaveValue(shown.passport);
});

test.describe("a browser that prefers Bangla", () => {
  test.use({ locale: "bn-BD" });

  test("gets Bangla at once", async ({ visitor, page }) => {
    await visitor.opens("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "bn");
    await expect(page.getByRole("textbox", { name: "পাসপোর্ট নম্বর" })).toBeVisible();
  });
});

test("choosing a language leads to no other site", async ({ request }) => {
  for (const page of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:0",
  ]) {
    const answer = await request.post("/language", { form: { language: "bn", page }, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    expect(answer.headers()["location"]).toBe("/");
  }
});

test("nobody gets the specification's wording by asking for it", async ({ request }) => {
  for (const headers of [{ "Accept-Language": "en-x-spec" }, { Cookie: "language=en-x-spec" }]) {
    expect(await (await request.get("/Visa", { headers })).text()).toContain("Visa checking");
  }
  const chosen = await request.post("/language", { form: { language: "en-x-spec", page: "/" }, maxRedirects: 0 });
  expect(chosen.headers()["set-cookie"]).toBeUndefined();
});
