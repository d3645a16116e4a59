import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { serve } from "#test/support/processes/serve.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

const manual = readFileSync(new URL("../docs/integrator/embed.md", import.meta.url), "utf8");

/** The example that operators copy from the manual, with the address of this portal. */
function copied(what: "<form" | "<script", portal: string): string {
  const examples = [...manual.matchAll(/```html\n(.*?)```/gs)].map(([, example = ""]) => example);
  const example = examples.find((text) => text.startsWith(what)) ?? "";
  expect(example).toContain("https://check.example.com");
  return example.replaceAll("https://check.example.com", portal);
}

/**
 * Serves one page under another name than the portal's: with the same name, it would be the same site to the browser.
 */
const startOtherSite = ({ html, policy }: { html: string; policy?: string }) =>
  serve((_, answer) => {
    if (policy) answer.setHeader("Content-Security-Policy", policy);
    answer.setHeader("Content-Type", "text/html; charset=utf-8").end(html);
  });

const pageAround = (part: string, language = "en") =>
  `<!doctype html><html lang="${language}"><link rel="icon" href="data:,"><title>Elsewhere</title><main><h1>Elsewhere</h1>${part}</main></html>`;

/** Allows only what the form needs according to the manual. */
const strictPolicy = (portal: string) =>
  `default-src 'none'; form-action ${portal}; script-src ${portal}; img-src data:; require-trusted-types-for 'script'`;

const typesThere = async (page: Page, number: string) => {
  await page.getByRole("textbox", { name: "Passport or IRCC number" }).fill(number);
  await page.getByRole("button", { name: "Search" }).click();
};

async function findsItInTheBox(visitor: Visitor, number: string): Promise<void> {
  await expect(visitor.box).toHaveValue(number);
  await expect(visitor.page.getByText("This number came from another page.")).toBeVisible();
  await expect(visitor.answer).toBeEmpty();
  expect(new URL(visitor.page.url()).pathname).toBe("/Check_Visa");
}

test("a form on another site fills in the number; the script writes it under a strict policy, and requests nothing else", async ({
  visitor,
  page,
  portal,
}) => {
  const policy = strictPolicy(portal.url);
  const script = copied("<script", portal.url);
  await using form = await startOtherSite({ html: pageAround(copied("<form", portal.url)), policy });
  await using elsewhere = await startOtherSite({ html: pageAround(script), policy });
  await using inBangla = await startOtherSite({ html: pageAround(script, "bn-BD") });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(elsewhere.url);
  await expect(page.getByText("This leads to the page of Shapla Overseas.")).toBeVisible();
  expect(asked.filter((url) => url.startsWith(portal.url))).toEqual([`${portal.url}/embed.js`]);
  expect(await page.context().cookies()).toEqual([]);
  await visitor.findsNoBarrier();
  await typesThere(page, shown.ircc);
  await findsItInTheBox(visitor, shown.ircc);
  await visitor.findsNoBarrier();
  await page.getByRole("button", { name: "Search" }).click();
  await visitor.readsThatItIsPublished();

  await page.goto(form.url);
  await typesThere(page, shown.passport);
  await findsItInTheBox(visitor, shown.passport);

  await page.goto(inBangla.url);
  await expect(page.getByRole("textbox", { name: "পাসপোর্ট বা IRCC নম্বর" })).toBeVisible();
  await expect(page.getByRole("button", { name: "খুঁজুন" })).toBeVisible();
});

test("a hostile page cannot look numbers up by form, frame or script", async ({ page, portal, allowConsoleErrors }) => {
  allowConsoleErrors(/403|Refused to display|frame-ancestors|X-Frame|CORS|ERR_FAILED|ERR_BLOCKED/);
  const form = (target: string) =>
    `<form method="post" action="${portal.url}/" target="${target}"><input name="number" value="${shown.passport}"></form>`;
  await using elsewhere = await startOtherSite({
    html: pageAround(`<iframe name="frame"></iframe>${form("frame")}`),
  });
  await page.goto(elsewhere.url);
  const framed = page.waitForResponse(`${portal.url}/`);
  await page.evaluate(() => document.forms[0]?.submit());
  expect((await framed).status()).toBe(403);

  const fetched = page.waitForResponse(`${portal.url}/`);
  await page.evaluate(
    ([address, number = ""]) =>
      fetch(`${address}/`, { method: "POST", mode: "no-cors", body: new URLSearchParams({ number }) }).then(
        () => undefined,
        () => undefined,
      ),
    [portal.url, shown.passport],
  );
  expect((await fetched).status()).toBe(403);

  await page.evaluate(() => {
    const [sent] = document.forms;
    sent?.removeAttribute("target");
    sent?.submit();
  });
  await expect(page.getByText("This number came from another page.")).toBeVisible();
  await expect(page.locator("#answer")).toBeEmpty();
});
