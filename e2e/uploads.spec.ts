import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "./support/test.ts";

/** A photo of some megabytes, for noise does not compress. */
const photo = () =>
  sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } })
    .jpeg()
    .toBuffer();

test.describe("sending scans from a browser", () => {
  test.use({ expectedComplaint: /status of 415|net::ERR_FAILED/ });

  test.beforeEach(({ clerk }) => clerk.sitsDown());

  test("tells how much was sent, then that it is processed, then where it is", async ({ clerk }) => {
    const steps = await clerk.sends(await photo());
    expect(steps[0]).toMatchObject({ step: "sending", total: expect.any(Number) });
    expect(steps.at(-2)).toEqual({ step: "processing" });
    expect(steps.at(-1)).toMatchObject({ step: "done", url: expect.stringMatching(/\/images\/[0-9a-f]{32}-1\/2000$/) });
    const sent = steps.flatMap((step) => (step.step === "sending" ? [step.sent] : []));
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  });

  test("says what is wrong with a file, and that sending it again will not help", async ({ clerk }) => {
    expect((await clerk.sends(Buffer.from("a letter"))).at(-1)).toEqual({
      step: "failed",
      problem: "unsupported-file",
      canRetry: false,
    });
  });

  test("a file that got lost on the way is sent again alone", async ({ clerk, page }) => {
    const [one, two] = [await photo(), await photo()];
    expect((await clerk.sends(one)).at(-1)).toMatchObject({ step: "done" });
    await page.route("**/images?*", (route) => route.abort(), { times: 1 });
    expect((await clerk.sends(two)).at(-1)).toEqual({ step: "failed", problem: "no-answer", canRetry: true });
    expect((await clerk.sends(two)).at(-1)).toMatchObject({ step: "done" });
  });
});
