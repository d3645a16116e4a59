import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { ownPageOnly } from "./admit.server.ts";
import { type Visit, visitContext } from "./visit.server.ts";

const answer = new Response("the page");

async function meet(page: string, pattern: string): Promise<unknown> {
  const context = new RouterContextProvider();
  context.set(visitContext, { page } as Visit);
  const url = new URL("http://site.example/");
  const visit = { context, pattern, url, request: new Request(url), params: {} };
  return ownPageOnly(visit, async () => answer);
}

test.each([
  ["/", "/"],
  ["/account", "account"],
  ["/account/profile", "/account/profile"],
  ["/Update_A_User/:id", "Update_A_User/:id"],
  ["/*", "*"],
])("the page %s is answered by the route %s", async (page, pattern) => {
  expect(await meet(page, pattern)).toBe(answer);
});

test.each([
  ["/*", "account"],
  ["/Check_Visa", "account"],
  ["/account", "account/profile"],
  ["/", "*"],
])("the page %s is not answered by the route %s", async (page, pattern) => {
  await expect(meet(page, pattern)).rejects.toMatchObject({ init: { status: 404 } });
});
