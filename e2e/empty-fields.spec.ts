import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("a report that lacks values gets a message at each field", async ({ visitor, page }) => {
  await visitor.opens("/report");
  const about = page.getByRole("textbox", { name: "Which record?" });
  const message = page.getByRole("textbox", { name: "What should we know?" });
  await page.getByRole("button", { name: "Send" }).click();
  for (const field of [about, message]) {
    await expect(field).toHaveAccessibleDescription("Fill this in first.");
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await expect(about).toBeFocused();
  await page.getByRole("radio", { name: "Something else" }).check();
  await about.fill("Rahima");
  await message.fill("   ");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(message).toHaveAccessibleDescription("Fill this in first.");
  await expect(about).toHaveAccessibleDescription("The number or the name on the paper.");
  await expect(message).toBeFocused();
  await expect(about).toHaveValue("Rahima");
  await expect(page.getByRole("radio", { name: "Something else" })).toBeChecked();
});

test("a value that cannot be a number is reported at the field, and nothing is sent", async ({ visitor, page }) => {
  await visitor.opens("/");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  for (const typed of ["12", "!!!", "A".repeat(30)]) {
    await visitor.looksUp(typed);
    await expect(visitor.box).toHaveAccessibleDescription(/^This cannot be the number/);
    await expect(visitor.box).toBeFocused();
  }
  expect(sent).toEqual([]);
  await visitor.looksUp("");
  await expect(visitor.box).toHaveAccessibleDescription("Type the number first.");
  await visitor.looksUp(`Passport No: ${shown.passport}.`);
  await visitor.readsThatItIsPublished();
});

test("an empty lookup sends nothing, and the previous answer stays", async ({ visitor, page }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await visitor.looksUp("  ");
  await expect(visitor.box).toHaveAccessibleDescription("Type the number first.");
  await visitor.readsThatItIsPublished();
  expect(sent).toEqual([]);
});
