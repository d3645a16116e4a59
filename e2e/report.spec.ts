import { readConfig } from "#config";
import { system } from "#core/accounts/actor.ts";
import { listReports } from "#operations/reports/read-reports.ts";
import { openPortal } from "#server/open-portal.ts";
import type { StartedPortal } from "./support/portal.ts";
import { hidden, missing, shown } from "./support/records.ts";
import { alsoWithoutScripts, expect, test } from "./support/test.ts";

async function received({ folder }: StartedPortal) {
  await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
  return (await listReports(portal, system("journeys"), { limit: 500 })).reports;
}

alsoWithoutScripts("a report from a result reaches the queue", async ({ visitor, page, context, portal }) => {
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  const opening = context.waitForEvent("page");
  await visitor.answer.getByRole("button", { name: "Report a mistake or ask for removal" }).click();
  const form = await opening;
  await expect(form.getByRole("textbox", { name: "Which record?" })).toHaveValue(shown.passport);
  expect(form.url()).not.toContain(shown.passport);
  await form.getByRole("radio", { name: "A record should be taken down" }).check();
  const message = `It is mine.\nPlease take it down. ${test.info().testId}`;
  await form.getByRole("textbox", { name: "What should we know?" }).fill(message);
  await form.getByRole("textbox", { name: "How can we reach you?" }).fill("rahima@example.org");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByRole("heading", { level: 1 })).toHaveText("We have received your report");
  const reference = await form.locator("#main strong").textContent();
  const report = (await received(portal)).find((one) => one.reference === reference);
  expect(report).toMatchObject({ kind: "removal", about: shown.passport, message, contact: "rahima@example.org" });
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Which paper do you want to check?");
});

test("every page links to the report form", async ({ visitor, page }) => {
  await visitor.opens("/Check_Visa");
  await page.getByRole("contentinfo").getByRole("link", { name: "Report a mistake or ask for removal" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Report a mistake or ask for removal");
  await visitor.findsNoBarrier();
});

test("the answer to a report is the same whether or not the record exists", async ({ request }) => {
  const answers = [];
  for (const { passport } of [shown, hidden, missing]) {
    const form = { kind: "mistake", about: passport, message: "It is wrong.", contact: "" };
    const answer = await request.post("/report", { form });
    answers.push((await answer.text()).replaceAll(/R-\w{4}-\w{4}/g, "reference"));
  }
  expect(new Set(answers).size).toBe(1);
});

test("a report from a program that fills in every field is thanked for and dropped", async ({ request, portal }) => {
  const message = `Buy now. ${test.info().testId}`;
  const form = { kind: "other", about: "x", message, contact: "x", website: "https://spam.example" };
  const answer = await request.post("/report", { form });
  expect(await answer.text()).toMatch(/R-\w{4}-\w{4}/);
  expect((await received(portal)).map((one) => one.message)).not.toContain(message);
});
