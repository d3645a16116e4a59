import { onAPhone } from "../support/on-a-phone.ts";
import { expect } from "../support/test.ts";

const own = ["", "/profile", "/password", "/second-step", "/passkeys", "/sessions"].map((page) => `/account${page}`);

/** One page of each kind: all expired links look alike. */
const paths = [
  "/login",
  "/register",
  "/forgot",
  "/forgot/sent",
  "/second-factor",
  "/reset?token=x",
  ...own,
  "/prove-again",
];

onAPhone("account pages have no barrier and fit a phone", async ({ member, page, visitor, provider: _shown }) => {
  for (const path of paths) {
    if (path === own[0]) await member.hasSession();
    await page.goto(path);
    expect(page.url()).toMatch(new RegExp(`${path.split("?")[0]}($|\\?)`));
    await visitor.fitsAndHasNoBarrier();
    await visitor.fitsInto(320);
  }
});
