import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("missing values of a report, and values that cannot be a number, get a message at their field; nothing is sent", async ({
  visitor,
  page,
}) => {
  await visitor.opens("/report");
  const about = page.getByRole("textbox", { name: "Which record?" });
  const message = page.getByRole("textbox", { name: "What happened?" });
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

  await visitor.opens("/");
  await visitor.looksUp(`Passport No: ${shown.passport}.`);
  await visitor.readsThatItIsPublished();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  for (const [typed, words] of [
    ["12", /^This cannot be the number/],
    ["!!!", /^This cannot be the number/],
    ["A".repeat(30), /^This cannot be the number/],
    ["  ", "Type the number first."],
  ] as const) {
    await visitor.looksUp(typed);
    await expect(visitor.box).toHaveAccessibleDescription(words);
    await expect(visitor.box).toBeFocused();
  }
  expect(sent).toEqual([]);
  // The previous answer stays.
  await visitor.readsThatItIsPublished();
  // The server has the words for a name.
  await visitor.looksUp("Md. Abdur Rahim");
  await expect(visitor.box).toHaveAccessibleDescription(/^This looks like a name/);
});
