import { inBothLooks } from "./support/both-looks.ts";
import { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

test.use({ wishes: { withGoogle: true } });

const open = ["/login", "/register", "/register/sent", "/forgot", "/forgot/sent", "/second-factor"];
const byLink = ["/confirm?token=x", "/reset?token=x", "/invitation?token=x", "/setup?token=x"];
const own = ["", "/profile", "/password", "/second-step", "/passkeys", "/sessions"].map((page) => `/account${page}`);

inBothLooks("no page of accounts has a barrier", async ({ portal, page, visitor, locale }) => {
  const member = await Member.joins(portal, page);
  for (const path of [...open, ...byLink]) {
    await visitor.opens(path);
    await visitor.fitsAndHasNoBarrier();
  }
  await signsIn(member, locale);
  for (const path of [...own, "/prove-again"]) {
    await visitor.opens(path);
    await visitor.fitsAndHasNoBarrier();
  }
});

async function signsIn(member: Member, locale: string): Promise<void> {
  const { page } = member;
  await page.goto("/login");
  await page.locator("#email").fill(member.email);
  await page.locator("#password").fill(member.password);
  await page.locator("#password").press("Enter");
  await expect(member.heading).toHaveText(locale === "en" ? "Your account" : "আপনার অ্যাকাউন্ট");
}

for (const width of [320]) {
  test(`nothing hangs over the edge at ${width} px`, async ({ member, page }) => {
    await page.setViewportSize({ width, height: 740 });
    const overhang = async (path: string) => {
      await page.goto(path);
      const widest = await page.locator("html").evaluate((html) => html.scrollWidth);
      return widest > width ? [path] : [];
    };
    const wide = [];
    for (const path of [...open, ...byLink]) wide.push(...(await overhang(path)));
    await signsIn(member, "en");
    for (const path of own) wide.push(...(await overhang(path)));
    expect(wide).toEqual([]);
  });
}

test("no page of accounts is kept by anybody, and those with a token tell nobody their address", async ({
  request,
}) => {
  expect((await request.get("/account", { maxRedirects: 0 })).headers()["cache-control"]).toBe("no-store");
  for (const path of [...open, ...byLink]) {
    const headers = (await request.get(path)).headers();
    expect(headers, path).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  }
  for (const path of byLink) {
    expect((await request.get(path)).headers()["referrer-policy"]).toBe("strict-origin");
  }
});

test("only pages that meet Google's window may stay in touch with one", async ({ request }) => {
  const policy = async (path: string) => (await request.get(path)).headers()["cross-origin-opener-policy"];
  expect(await policy("/login")).toBe("same-origin-allow-popups");
  expect(await policy("/login?problem=google-denied")).toBe("unsafe-none");
  expect(await policy("/signed-in?window=google")).toBe("unsafe-none");
  expect(await policy("/second-factor")).toBe("same-origin");
  expect(await policy("/")).toBe("same-origin");
});

test("sign-in loads little", { tag: "@with-javascript" }, async ({ page }) => {
  let script = 0;
  page.on("requestfinished", async (request) => {
    if (request.resourceType() === "script") script += (await request.sizes()).responseBodySize;
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThanOrEqual(15_000);
});
