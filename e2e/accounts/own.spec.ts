import { readAccount } from "#operations/accounts/read-accounts.ts";
import { shownPhoto } from "#test/support/accounts/shown-photo.ts";
import { withAuthenticator } from "../support/authenticator.ts";
import { letSessionsAge } from "../support/member.ts";
import { journeys } from "../support/own-records.ts";
import { expect, test } from "../support/test.ts";

test("one's own picture is an image of this site, over the initials; its address is never loaded", async ({
  member,
  page,
  portal: { url, office },
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const elsewhere: string[] = [];
  page.on("request", (request) => void (request.url().startsWith(url) || elsewhere.push(request.url())));
  await member.hasSession();
  await page.goto("/account/profile");
  await member.field("Photo URL").fill("https://pictures.example/me.jpg");
  await member.button("Save").click();
  await member.isSignedIn();
  await page.goto("/account/profile");
  const picture = page.locator("#main img");
  await expect(picture).toHaveCount(0);

  const { id } = await readAccount(office, journeys, { email: member.email });
  await shownPhoto(office, id);
  await page.route("**/account/photo?*", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.goto("/account/profile");
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).toHaveJSProperty("naturalWidth", 0);
  // Both screenshots are of one page load: the web font is optional, so another load may have another font.
  const initials = page.locator("#main").getByText("SI", { exact: true });
  const withBrokenPicture = await initials.screenshot();
  await picture.evaluate((image) => image.remove());
  expect((await initials.screenshot()).equals(withBrokenPicture)).toBe(true);

  await page.goto("/account");
  await expect(picture).toHaveJSProperty("naturalWidth", 168);
  expect(elsewhere).toEqual([]);
});

test("a passkey is added, signs in at the second try, is renamed and removed", async ({ member, page }) => {
  await withAuthenticator(page);
  await member.hasSession();
  await page.goto("/account/passkeys");
  await member.field("Name of the passkey").fill("Blue phone");
  await member.button("Add a passkey").click();
  await expect(page.locator("#passkey-problem")).toHaveText("Password is required");
  await member.field("Current password").fill("somebody else's guess");
  await member.button("Add a passkey").click();
  await expect(page.locator("#passkey-problem")).toHaveText(/password is not right/);
  await member.field("Current password").fill(member.password);
  await member.button("Add a passkey").click();
  await expect(page.locator("#main").getByRole("listitem").filter({ hasText: "Blue phone" })).toBeVisible();
  await page.goto("/account");
  await expect(page.locator("#main")).toContainText("1 passkey");
  await member.button("Sign out").click();

  await page.goto("/login?from=/account/passkeys");
  await page.evaluate(() => {
    const usual = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async () => {
      navigator.credentials.get = usual;
      throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
    };
  });
  await member.button("Sign in with a passkey").click();
  await expect(page.locator("#passkey-problem")).toHaveText(
    "The passkey did not work. Try again, or go on without it.",
  );
  await expect(member.button("Sign in with a passkey")).toHaveAttribute("aria-disabled", "false");
  await member.button("Sign in with a passkey").click();
  await expect(member.heading).toHaveText("Passkeys");
  await member.reads("Login successful!");

  await page.getByText("Change: Blue phone").click();
  await page.locator("#main").getByRole("listitem").getByLabel("Name of the passkey").fill("Green phone");
  await member.button("Rename").click();
  await member.reads("Saved.");
  await page.getByText("Change: Green phone").click();
  await member.button("Remove Green phone").click();
  await expect(page.locator("#main").getByRole("listitem")).toContainText("Password is required");
  await page.locator("#main").getByRole("listitem").getByLabel("Password", { exact: true }).fill(member.password);
  await member.button("Remove Green phone").click();
  await expect(page.locator("#main").getByRole("listitem").filter({ hasText: "Green phone" })).toHaveCount(0);
});

test("a user prints the recovery codes, and must prove the second step again before adding a passkey", async ({
  member,
  page,
  portal,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.toggleAttribute("data-printed", true);
  });
  const { codes } = await member.turnsOnTheSecondStep();
  await member.button("Print").click();
  await expect(page.locator("html")).toHaveAttribute("data-printed");
  await page.goto("/account/passkeys");
  await letSessionsAge(portal);
  await member.field("Current password").fill(member.password);
  await member.button("Add a passkey").click();
  await expect(member.heading).toHaveText("Is it still you?");
  expect(new URL(page.url()).search).toBe("?from=%2Faccount%2Fpasskeys");
  await member.field("Code").fill("000000");
  await member.button("Continue").click();
  await member.seesProblems({ Code: "This code is not right. Type the one that the app shows now." });
  await page.getByText("No phone with you?").click();
  await member.field("Recovery code").fill(codes[0] ?? "");
  await member.button("Use the recovery code").click();
  await expect(member.heading).toHaveText("Passkeys");
});
