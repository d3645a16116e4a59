import fc from "fast-check";
import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import { routeAt, routes, isUnknown, methodsOf, policyOf } from "./routes.ts";

describe("a path", () => {
  test.each([
    ["/", "/"],
    ["/Check_Visa", "/Check_Visa"],
    ["/check_visa/", "/Check_Visa"],
    ["/account.data", "/account"],
    ["/_.data", "/"],
    ["/account/_.data", "/account"],
    ["/jwt", "/jwt"],
    ["/images/abc-1/480", "/images/:page/:width"],
    ["/api/users/clerk@agency.example", "/api/users/:email"],
    ["/assets/home-x.js", "/assets/:file"],
  ])("%s leads to the route %s", (path, route) => {
    expect(routeAt(path).path).toBe(route);
  });

  test.each([
    "/JWT",
    "/jwt/",
    "/jwt.data",
    "//jwt",
    "/users_infos",
    "/Users_Infos/x",
    "/user_data/admin",
    "/user_data/admin/",
    "/user_data/admin/1/2",
    "/user_data/owner/1",
    "/account/../account",
    "//account",
    "/account//profile",
    "/account%2Fprofile",
    "/assets/../account",
    "/*",
    "/:id",
  ])("%s leads to no route", (path) => {
    expect(isUnknown(routeAt(path))).toBe(true);
  });

  test("always leads to a route of the list", () => {
    fc.assert(fc.property(fc.string(), (path) => routes.includes(routeAt(`/${path}`))));
  });
});

test("the route table finds the same page as React Router", () => {
  const pages = routes.filter(({ kind }) => kind === "page").map(({ path }) => ({ path }));
  const names = pages.flatMap(({ path }) => path.split("/")).filter((name) => name !== "");
  const pieces = fc.array(
    fc.constantFrom(...names, "/", "//", ".data", "_.data", "%2f", ".", "..", "%00", "\u212A", "x"),
    {
      maxLength: 8,
    },
  );
  const written = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replace(/(?<!%\w?)[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  );
  let met = 0;
  fc.assert(
    fc.property(pieces, written, (parts, write) => {
      const { pathname } = new URL(`http://site.example/${write(parts.join("/"))}`);
      // React Router removes this ending from a request for data.
      const asked = pathname.replace(/(?<=\/)_\.data$|\.data$/, "");
      const page = matchRoutes(pages, asked)?.at(-1)?.route.path;
      if (page === "/*") return;
      met += 1;
      expect(routeAt(decodeURI(pathname)).path).toBe(page);
    }),
    { numRuns: 3000, examples: [[["dashboard", "Admin_Control", "_.data"], (text) => text.toUpperCase()]] },
  );
  expect(met).toBeGreaterThan(100);
});

describe("a method", () => {
  test("is accepted as declared, and HEAD is treated as GET", () => {
    const list = routeAt("/Users_Infos");
    expect([policyOf(list, "GET"), policyOf(list, "HEAD")]).toEqual(["admins", "admins"]);
    expect(methodsOf(list)).toEqual(["GET", "HEAD"]);
    expect(methodsOf(routeAt("/jwt"))).toEqual(["POST"]);
  });

  test.each(["POST", "get", "OPTIONS", "TRACE", "__proto__", "constructor", "", "*"])("%s is refused", (method) => {
    expect(policyOf(routeAt("/Users_Infos"), method)).toBeNull();
  });
});
