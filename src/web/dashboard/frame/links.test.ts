import { describe, expect, test } from "vitest";
import { accessPolicies } from "#core/accounts/access-policies.ts";
import { routeAt } from "#server/routes.ts";
import { dashboardLinks, landingPages, linksFor } from "./links.ts";

describe("the drawer", () => {
  test.each(dashboardLinks)("shows the link to $path under the access policy of that page", ({ path, policy }) => {
    expect(routeAt(path)).toMatchObject({ path, policies: { GET: policy } });
  });

  test("gives every link its own letter", () => {
    const letters = ["h", ...dashboardLinks.map(({ letter }) => letter)];
    expect(new Set(letters).size).toBe(letters.length);
  });

  test("shows the list of all records to admins, not to students", () => {
    expect(linksFor("admin").map(({ path }) => path)).toContain("/dashboard/update");
    expect(linksFor("student").map(({ path }) => path)).not.toContain("/dashboard/update");
  });
});

test.each(["admin", "moderator", "student"] as const)("the role %s may open its landing page", (role) => {
  const { GET } = routeAt(landingPages[role]).policies;
  expect(GET && accessPolicies[GET]({ kind: "account", id: "one", role })).toBe(true);
});
