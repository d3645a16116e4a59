import { expect, test } from "vitest";
import { isCrossSiteLookup } from "./cross-site-lookup.ts";
import { routeAt } from "../routes.ts";

const navigation = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

type Case = { path?: string; method?: string; headers?: Record<string, string> };

const brings = ({ path = "/Check_Visa", method = "POST", headers = {} }: Case) =>
  isCrossSiteLookup({ method, headers: new Headers({ ...navigation, ...headers }) }, routeAt(path));

test("a form elsewhere may lead to a page on which numbers are looked up", () => {
  for (const path of ["/", "/Check_Visa", "/check_visa/", "/Visa"]) expect(brings({ path })).toBe(true);
  expect(brings({ headers: { "sec-fetch-site": "same-site", origin: "https://www.example.com" } })).toBe(true);
});

test.each<Case>([
  { path: "/report" },
  { path: "/login" },
  { path: "/language" },
  { path: "/dashboard/Entry" },
  { path: "/images" },
  { path: "/cofees" },
  { path: "/no/such/page" },
  { method: "PUT" },
  { headers: { "sec-fetch-mode": "cors" } },
  { headers: { "sec-fetch-mode": "no-cors" } },
  { headers: { "sec-fetch-dest": "iframe" } },
  { headers: { "sec-fetch-dest": "empty" } },
  // Who is with us and still under a foreign origin comes under an address that is not the public one.
  { headers: { "sec-fetch-site": "same-origin" } },
  { headers: { "sec-fetch-site": "none" } },
  { headers: { "sec-fetch-site": "" } },
])("nothing else of another site is let in: %j", (asked) => {
  expect(brings(asked)).toBe(false);
});

test("a browser that does not say what it does is not believed", () => {
  expect(isCrossSiteLookup({ method: "POST", headers: new Headers() }, routeAt("/"))).toBe(false);
});
