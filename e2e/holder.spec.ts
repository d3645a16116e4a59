import { printedCode } from "#core/holders/codes.ts";
import { system } from "#core/staff/actor.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { addTestRecord } from "#test/support/records.ts";
import { expect, test } from "./support/test.ts";

const clerk = system("journeys");

test("a scanned card fills its code in and leaves the address; the page opens and has no barrier", async ({
  visitor,
  page,
  portal: { office },
}) => {
  const { id } = await addTestRecord(office, clerk, { name: "Shirin Sultana" });
  await offerHolderLink(office, clerk, { id }, {});
  const code = printedCode((await readHolder(office, clerk, id)).link?.code ?? "");
  await page.goto(`/my-record#${code}`);
  await expect(page.getByRole("textbox", { name: "Code on your card" })).toHaveValue(code);
  expect(page.url()).toMatch(/\/my-record$/);
  await visitor.fitsAndHasNoBarrier();
  await page.getByRole("textbox", { name: "Your father’s or mother’s name" }).fill("karim uddin");
  await page.getByLabel("Choose a PIN").fill("402913");
  await page.getByLabel("The same PIN again").fill("402913");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What everybody sees of Shirin Sultana" })).toBeVisible();
  await visitor.fitsAndHasNoBarrier();
  // Somebody else on this phone scans theirs.
  await page.goto(`/my-record#${code}`);
  await expect(page.getByRole("textbox", { name: "Code on your card" })).toBeVisible();
});
