import type { Page } from "@playwright/test";
import { printedCode } from "#core/holders/codes.ts";
import { system } from "#core/accounts/actor.ts";
import { offerHolderLink } from "#operations/holders/holder-links.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { drawnDocument, uploaded } from "#test/support/documents.ts";
import { addTestRecord } from "#test/support/records.ts";
import { withAuthenticator } from "./support/authenticator.ts";
import { alsoWithoutScripts, expect, test } from "./support/test.ts";

const clerk = system("journeys");

async function cardFor(office: Portal, name: string): Promise<string> {
  const images = { visaPaper: await uploaded(office, clerk, await drawnDocument(700, 900)) };
  const { id } = await addTestRecord(office, clerk, { name, images });
  return printedCode((await offerHolderLink(office, clerk, { id }, {})) ?? "");
}

async function bindsPage(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Your father’s or mother’s name" }).fill("karim uddin");
  await page.getByLabel("Choose a PIN").fill("402913");
  await page.getByLabel("The same PIN again").fill("402913");
  await page.keyboard.press("Enter");
}

test("a scanned card fills in its code and removes it from the URL; a passkey that was added with the PIN opens the page", async ({
  visitor,
  page,
  context,
  portal: { office },
}) => {
  await withAuthenticator(page);
  const code = await cardFor(office, "Farida Parvin");
  await page.goto(`/my-record#${code}`);
  await expect(page.getByRole("textbox", { name: "Code on your card" })).toHaveValue(code);
  expect(page.url()).toMatch(/\/my-record$/);
  await visitor.fitsAndHasNoBarrier();
  await bindsPage(page);
  await expect(page.getByRole("heading", { name: "See what others see of Farida Parvin" })).toBeVisible();
  await visitor.fitsAndHasNoBarrier();
  for (const [row, within] of [
    ["See what others see", "Anyone who looks you up sees exactly this."],
    ["Who looked you up", "Only organisations are named here."],
    ["Is something wrong?", "What happened?"],
  ] as const) {
    await expect(page.getByText(within)).toBeHidden();
    await page.getByRole("heading", { name: row }).click();
    await expect(page.getByText(within)).toBeVisible();
  }
  await visitor.fitsAndHasNoBarrier();
  await page.getByRole("heading", { name: "Who can open this page" }).click();
  await page.getByLabel("Your PIN").fill("402914");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("alert").getByText("This PIN does not open the page")).toBeVisible();
  await page.getByLabel("Your PIN").fill("402913");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your PIN is right.")).toBeFocused();
  await visitor.fitsAndHasNoBarrier();
  await page.getByRole("button", { name: "Save the passkey" }).click();
  await expect(page.getByText("Your passkey opens it too")).toBeVisible();

  await context.clearCookies();
  await page.goto("/my-record");
  await visitor.fitsAndHasNoBarrier();
  await page.getByRole("button", { name: "Open with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "See what others see of Farida Parvin" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await page.getByRole("button", { name: "Close my page" }).click();
  await page.getByRole("button", { name: "Open with a passkey" }).click();
  await expect(page.getByText("The passkey did not work.")).toBeVisible();
  // Another person scans their own card with this phone.
  await page.goto(`/my-record#${code}`);
  await expect(page.getByRole("textbox", { name: "Code on your card" })).toHaveValue(code);
});

test.describe("on a phone,", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("an offer for a wallet, and a question to one, are in view and have no barrier", async ({
    page,
    visitor,
    portal: { office },
  }) => {
    await page.goto("/my-record");
    await page.getByRole("textbox", { name: "Code on your card" }).fill(await cardFor(office, "Wahida Begum"));
    await bindsPage(page);
    await expect(page.getByRole("heading", { name: "See what others see of Wahida Begum" })).toBeVisible();
    const foot = page.getByRole("contentinfo");
    expect(await foot.evaluate((end) => end.getBoundingClientRect().bottom + scrollY)).toBeLessThanOrEqual(1800);
    await page.getByRole("heading", { name: "Put it into a wallet" }).click();
    await page.getByRole("button", { name: "Make an offer for a wallet" }).click();
    await expect(page.getByRole("link", { name: "Open in the wallet on this phone" })).toBeInViewport();
    await expect(page.getByText("The wallet asks for this code:")).toBeInViewport();
    // A screen reader says the code digit by digit.
    await expect(page.locator(":focus")).toMatchAriaSnapshot(`
      - paragraph: "The wallet asks for this code:"
      - paragraph: /^(\\d ){5}\\d$/
      - paragraph: "The code is for this offer alone. It is not your PIN: never type your PIN into a wallet."
    `);
    await visitor.fitsAndHasNoBarrier();
    await page.goto("/check");
    await page.getByRole("link", { name: "Ask for a wallet’s copy" }).click();
    await page.getByRole("button", { name: "Ask a wallet" }).click();
    await expect(page.getByRole("img", { name: "Ask for a wallet’s copy" })).toBeVisible();
    await visitor.fitsAndHasNoBarrier();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await expect(page.getByText("No wallet has answered yet.")).toBeVisible();
  });

  alsoWithoutScripts(
    "a holder's page begins at its top, and the result of each press is in view and has the focus",
    async ({ page, portal: { office } }) => {
      await page.goto("/my-record");
      await page.getByRole("textbox", { name: "Code on your card" }).fill(await cardFor(office, "Parveen Akter"));
      await bindsPage(page);
      await expect(page.getByRole("heading", { name: "My record" })).toBeInViewport();
      const answers = async (name: string, part: ReturnType<typeof page.getByRole>) => {
        await page.getByRole("button", { name, exact: true }).click();
        await expect(part).toBeFocused();
        await expect(part).toBeInViewport();
      };
      await page.getByRole("heading", { name: "Hold a paper back" }).click();
      await answers("Hold back", page.getByRole("button", { name: "Stop holding back" }));
      await answers("Stop holding back", page.getByRole("button", { name: "Hold back" }));
      await page.getByRole("heading", { name: "Share codes" }).click();
      await page.getByText("Make a share code").first().click();
      const advice = page.getByText("Choose at least one.");
      await expect(advice).toBeVisible();
      await page.getByRole("checkbox", { name: "Visa paper" }).check();
      await expect(advice).toBeHidden();
      const why = page.getByRole("textbox", { name: "Why? You may leave this empty" });
      await why.fill("see example.com/loan");
      await answers("Make a share code", why);
      await why.fill("For the loan");
      const made = page.locator(":focus").filter({ hasText: /Your share code(?:\w{3}-){2}\w{3}/ });
      await answers("Make a share code", made);
      await answers("End this share code", page.locator("[id^=code-]").filter({ hasText: "Ended on" }));
      await page.getByRole("heading", { name: "Is something wrong?" }).click();
      await page.getByRole("textbox", { name: "What happened?" }).fill("The year is wrong.");
      await answers("Send", page.getByRole("article").filter({ hasText: "The year is wrong." }));
    },
  );
});
