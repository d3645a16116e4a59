import { withAuthenticator } from "../support/authenticator.ts";
import { expect, test, withoutScripts } from "../support/test.ts";

test("a phone shows who is signed in, and the flash message covers nothing", async ({ member, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await member.signsIn("/login?from=/account");
  await member.isSignedIn();
  const boxes = [page.getByRole("banner"), page.locator("[data-flash]"), member.heading];
  const [header, message, title] = await Promise.all(boxes.map((part) => part.boundingBox()));
  if (!header || !message || !title) throw new Error("a part of the page is not there");
  expect(message.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(title.y).toBeGreaterThanOrEqual(message.y + message.height);
  await page.goto("/");
  await expect(page.getByRole("banner").getByText("Sadia Islam").filter({ visible: true })).toBeInViewport();
  await page.getByRole("link", { name: "Signed in as Sadia Islam" }).click();
  await member.isSignedIn();
});

test("a profile picture is loaded only on the account's pages, over the initials", async ({
  member,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  await page.route("https://pictures.example/**", (route) =>
    route.request().url().endsWith("me.svg")
      ? route.fulfill({ path: "public/favicon.svg" })
      : route.fulfill({ status: 404 }),
  );
  await member.hasSession();
  await page.goto("/account/profile");
  await member.field("Photo URL").fill("https://pictures.example/gone.jpg");
  await member.button("Save").click();
  await member.isSignedIn();
  await page.goto("/account/profile");
  const picture = page.locator("#main img");
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).toHaveJSProperty("naturalWidth", 0);
  // Both screenshots are of one page load: the web font is optional, so another load may have another font.
  const initials = page.locator("#main").getByText("SI", { exact: true });
  const withBrokenPicture = await initials.screenshot();
  await picture.evaluate((image) => image.remove());
  expect((await initials.screenshot()).equals(withBrokenPicture)).toBe(true);

  await member.field("Photo URL").fill("https://pictures.example/me.svg");
  const asked = page.waitForRequest("https://pictures.example/me.svg");
  await member.button("Save").click();
  await member.isSignedIn();
  expect((await (await asked).allHeaders())["referer"]).toBeUndefined();
  await expect(page.locator("#main img")).toHaveJSProperty("complete", true);
  for (const [path, images] of [
    ["/account", "img-src 'self' data: https:;"],
    ["/account/sessions", "img-src 'self' data:;"],
    ["/", "img-src 'self' data:;"],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.headers()["content-security-policy"]).toContain(images);
  }
});

test("a passkey is added, signs in, is renamed and removed", async ({ member, page }) => {
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

test("a user whose passkey does not work can try again", async ({ member, page }) => {
  await page.goto("/login");
  await page.evaluate(() => {
    navigator.credentials.get = async () => {
      throw new DOMException("The operation either timed out or was not allowed.", "NotAllowedError");
    };
  });
  await member.button("Sign in with a passkey").click();
  await expect(page.locator("#passkey-problem")).toHaveText(
    "The passkey did not work. Try again, or go on without it.",
  );
  await expect(member.button("Sign in with a passkey")).toHaveAttribute("aria-disabled", "false");
});

withoutScripts("the page of passkeys says that they need JavaScript", async ({ member, page }) => {
  await member.hasSession();
  await page.goto("/account/passkeys");
  await expect(page.getByText("Passkeys need JavaScript, which is off in this browser.")).toBeVisible();
  await expect(member.button("Add a passkey")).toBeHidden();
});
