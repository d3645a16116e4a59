import { system } from "#core/accounts/actor.ts";
import type { ImageChanges } from "#operations/images/attach-images.ts";
import { drawnDocument, uploaded } from "#test/support/documents.ts";
import { addTestRecord } from "#test/support/records.ts";
import { delays } from "./support/delays.ts";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

test("an image that is loading has a blurred placeholder; one that does not load, or whose link has expired, is offered again", async ({
  visitor,
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const portrait = visitor.answer.locator(".page-image").first();
  const letGo = await delays(page, "**/images/**");
  await page.goto("/", { waitUntil: "commit" });
  await visitor.looksUp(shown.passport);
  await visitor.readsThatItIsPublished();
  await expect(portrait.getByText("Please Wait Few Moment")).toBeVisible();
  await expect(portrait.locator("img.haze")).toHaveJSProperty("naturalWidth", 5);
  // Moves the page.
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
  const before = await visitor.answer.boundingBox();
  await letGo();
  const photo = visitor.answer.getByRole("img", { name: `Photo of ${shown.name}` });
  await expect(photo).not.toHaveJSProperty("naturalWidth", 0);
  expect(await visitor.answer.boundingBox()).toEqual(before);

  await page.route("**/images/**", (route) => route.abort());
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await expect(portrait).toContainText("This page did not load.");
  await visitor.findsNoBarrier();
  await page.unroute("**/images/**");
  await portrait.getByRole("button", { name: "Try again" }).click();
  await expect(portrait.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(portrait.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await expect(portrait.getByRole("link")).toBeFocused();

  await page.route("**/images/**", (route) => route.fulfill({ status: 403, body: "" }));
  await visitor.opens("/");
  await visitor.looksUp(shown.passport);
  await expect(portrait).toContainText("This link has expired.");
  await page.unroute("**/images/**");
  await visitor.box.fill("Z0000000");
  await portrait.getByRole("button", { name: "Show again" }).click();
  await expect(portrait.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  await expect(visitor.box).toHaveValue(shown.passport);
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();

  await page.route("**/2000?*", (route) => route.fulfill({ status: 403, body: "" }));
  await visitor.pageLink("LMIA").click();
  await visitor.viewer.getByRole("button", { name: "Show again" }).click();
  await expect(visitor.viewer).toHaveCount(0);
  await expect(visitor.answer.getByRole("heading", { level: 2 })).toBeFocused();
});

test("arrows show the papers beyond the edge of a wide screen, from the keyboard too; if all fit, they are pale from the start", async ({
  visitor,
  portal: { office },
}) => {
  await visitor.opensForSheet("/");
  await visitor.looksUp(shown.passport);
  const arrow = (name: string) => visitor.answer.getByRole("button", { name, exact: true });
  const [back, on] = [arrow("Papers before these"), arrow("More papers")];
  const last = visitor.pageLink("LMIA");
  await expect(last).not.toBeInViewport();
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await on.press("Enter");
  await expect(last).toBeInViewport();
  await expect(on).toHaveAttribute("aria-disabled", "true");
  await expect(on).toBeFocused();
  await back.click();
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await visitor.findsNoBarrier();

  const images: ImageChanges = {};
  for (const kind of ["workPermit", "jobOffer", "application", "lmia"] as const)
    images[kind] = await uploaded(office, system("journeys"), await drawnDocument(200, 800));
  const { passportNumber } = await addTestRecord(office, system("journeys"), { images });
  await visitor.looksUp(passportNumber);
  await expect(visitor.pageLink("LMIA")).toBeInViewport();
  for (const one of [back, on]) await expect(one).toHaveAttribute("aria-disabled", "true");
});
