import { readFile } from "node:fs/promises";
import { missing, shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

/** Presses the button below the answer, and returns the PDF. */
async function keeps({ page, answer }: Visitor): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await answer.getByRole("button", { name: "Keep a receipt of this answer" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{4}-\d\d-\d\d\.pdf$/);
  return readFile(await file.path());
}

test("a visitor keeps an answer as a PDF; /check reads it, and refuses an altered one", async ({
  visitor,
  page,
  portal,
}) => {
  const kept: Buffer[] = [];
  for (const number of [shown.passport, missing.passport]) {
    await page.goto(portal.url);
    await visitor.looksUp(number);
    await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeVisible();
    kept.push(await keeps(visitor));
    await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeVisible();
  }
  const [found = Buffer.of(), nothing = Buffer.of()] = kept;
  const altered = Buffer.from(found.toString("latin1").replaceAll(/(\/check#[\w-]+\.[\w-]{20})./g, "$1_"), "latin1");
  const answer = page.locator("#check-answer");
  const told = [
    [found, "Signed: this site had published papers for this number"],
    [nothing, "Signed: this site showed nothing for this number"],
    [altered, "Shapla Overseas did not sign this"],
  ] as const;
  await page.goto(`${portal.url}/check`);
  for (const [buffer, heading] of told) {
    await page.locator("#check-file").setInputFiles({ name: "receipt.pdf", mimeType: "", buffer });
    await expect(answer.getByRole("heading", { level: 2 })).toHaveText(heading);
  }
  await page.locator("#check-file").setInputFiles({ name: "receipt.pdf", mimeType: "", buffer: nothing });
  await expect(answer.getByText("is only the word of this site")).toBeVisible();
  await answer.getByRole("button", { name: "Read the whole public log" }).click();
  await expect(answer.getByText("it continues from the moment of this receipt")).toBeVisible();
  await page.locator("#check-file").setInputFiles({ name: "receipt.pdf", mimeType: "", buffer: found });
  await expect(answer.getByText("is only the word of this site")).toBeHidden();
  await expect(answer.getByText("Work permit certificate")).toBeVisible();
  await visitor.findsNoBarrier();
});
