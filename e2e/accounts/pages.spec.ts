import { inBothThemes } from "../support/in-both-themes.ts";
import { expect, test } from "../support/test.ts";

const open = ["/login", "/register", "/register/sent", "/forgot", "/forgot/sent", "/second-factor"];
const byLink = ["/confirm?token=x", "/reset?token=x", "/invitation?token=x", "/setup?token=x"];
const own = ["", "/profile", "/password", "/second-step", "/passkeys", "/sessions"].map((page) => `/account${page}`);

/** One page of each kind: all expired links look alike. providers.spec.ts tests the pages with the buttons of providers. */
const paths = ["/forgot", "/forgot/sent", "/second-factor", "/reset?token=x", ...own, "/prove-again"];

inBothThemes("account pages have no barrier and fit a phone", async ({ member, page, visitor }) => {
  for (const path of paths) {
    if (path === own[0]) await member.hasSession();
    await page.goto(path);
    expect(page.url()).toMatch(new RegExp(`${path.split("?")[0]}($|\\?)`));
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
});

test("account pages are not cached, and that of a mailed link has no token in its address", async ({ request }) => {
  expect((await request.get("/account", { maxRedirects: 0 })).headers()["cache-control"]).toBe("no-store");
  for (const path of [...open, ...byLink]) {
    const answer = await request.get(path);
    expect(answer.headers(), path).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    expect(new URL(answer.url()).search).toBe("");
  }
});
