import { missing } from "./support/records.ts";
import { expect, withoutScripts } from "./support/test.ts";

withoutScripts("the home page finds a passport number, and no URL contains the number", async ({ visitor, page }) => {
  await visitor.opens("/");
  await expect(page.getByRole("heading", { name: "Ask a government (other sites)" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await visitor.looksUp("a 1234-5678");
  await visitor.readsThatItIsPublished();
  await expect(visitor.box).toHaveValue("a 1234-5678");
  expect(page.url()).toMatch(/\/$/);
  await expect(visitor.particular("Candidate name")).toHaveText("Rahima Khatun");
  await expect(visitor.particular("Father’s name")).toHaveText("Abdul Karim");
  await expect(visitor.particular("Permanent address")).toHaveText("House 12, Road 4, Mirpur, Dhaka 1216");
  expect(await visitor.documents()).toEqual([
    "Application form\n1 of 5 · 1 page",
    "Visa approval letter\n2 of 5 · 1 page",
    "Work permit certificate\n3 of 5 · 2 pages",
    "Job offer letter\n4 of 5 · 1 page",
    "LMIA\n5 of 5 · 1 page",
  ]);
  await visitor.looksUp(missing.passport);
  await visitor.readsThatNothingWasFound();
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
});

withoutScripts("pages offer nothing that needs scripts, and say so", async ({ visitor, page, member }) => {
  const background = (colour: string) => expect(page.locator("html")).toHaveCSS("background-color", colour);
  await visitor.opens("/");
  await background("rgb(15, 16, 18)");
  await page.emulateMedia({ colorScheme: "light" });
  await background("rgb(251, 250, 248)");
  await expect(page.getByRole("button", { name: /theme/ })).toBeHidden();
  await visitor.opens("/offline");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no connection");
  await visitor.opens("/my-record");
  await expect(page.getByRole("textbox", { name: "Code on your card" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open with a passkey" })).toBeHidden();
  await member.hasSession();
  await visitor.opens("/account/passkeys");
  await expect(page.getByText("Passkeys need JavaScript, which is off in this browser.")).toBeVisible();
  await expect(member.button("Add a passkey")).toBeHidden();
  await visitor.opens("/check");
  await page.getByRole("link", { name: "Look a paper up" }).click();
  await expect(visitor.box).toBeVisible();
});
