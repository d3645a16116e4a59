import { describe, expect, test } from "vitest";
import { accessPolicies } from "#core/accounts/access-policies.ts";
import { allFeatures } from "#core/settings/features.ts";
import { routeAt } from "#server/routes.ts";
import { dashboardLinks, landingPage, linksFor } from "./links.ts";

const site = { features: allFeatures };

describe("the drawer", () => {
  test.each(dashboardLinks)("shows the link to $path under the access policy of that page", ({ path, policy }) => {
    expect(routeAt(path)).toMatchObject({ path, policies: { GET: policy } });
  });

  test("gives every link its own letter", () => {
    const letters = ["h", ...dashboardLinks.map(({ letter }) => letter)];
    expect(new Set(letters).size).toBe(letters.length);
  });

  test("shows the list of all records to admins, not to students", () => {
    expect(linksFor("admin", site).map(({ path }) => path)).toContain("/dashboard/update");
    expect(linksFor("student", site).map(({ path }) => path)).not.toContain("/dashboard/update");
  });
});

test.each(["admin", "moderator", "student"] as const)("the role %s may open its landing page", (role) => {
  const { GET } = routeAt(landingPage(role, site)).policies;
  expect(GET && accessPolicies[GET]({ kind: "account", id: "one", role })).toBe(true);
});
