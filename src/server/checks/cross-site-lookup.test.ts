import { expect, test } from "vitest";
import { isCrossSiteLookup } from "./cross-site-lookup.ts";
import { routeAt } from "../routes.ts";

const navigation = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

type Case = { path?: string; method?: string; headers?: Record<string, string> };

const brings = ({ path = "/Check_Visa", method = "POST", headers = {} }: Case) =>
  isCrossSiteLookup({ method, headers: new Headers({ ...navigation, ...headers }) }, routeAt(path));

test("a form on another site may lead to a lookup page", () => {
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
  // The browser says that the request comes from our own page. If its origin still differs, the visitor uses an address
  // that is not the public one.
  { headers: { "sec-fetch-site": "same-origin" } },
  { headers: { "sec-fetch-site": "none" } },
  { headers: { "sec-fetch-site": "" } },
])("any other request from another site is refused: %j", (asked) => {
  expect(brings(asked)).toBe(false);
});

test("a request without the Sec-Fetch headers is refused", () => {
  expect(isCrossSiteLookup({ method: "POST", headers: new Headers() }, routeAt("/"))).toBe(false);
});
