import { describe, expect, test } from "vitest";
import { accessPolicies } from "#core/staff/access-policies.ts";
import { routeAt } from "#server/routes.ts";
import { dashboardLinks, landings, linksFor } from "./links.ts";

describe("the drawer", () => {
  test.each(dashboardLinks)("$path is shown to those whom its page admits", ({ path, policy }) => {
    expect(routeAt(path)).toMatchObject({ path, policies: { GET: policy } });
  });

  test("every link has a letter of its own", () => {
    const letters = ["h", ...dashboardLinks.map(({ letter }) => letter)];
    expect(new Set(letters).size).toBe(letters.length);
  });

  test("shows each role its own pages", () => {
    expect(linksFor("admin").map(({ path }) => path)).toContain("/dashboard/update");
    expect(linksFor("student").map(({ path }) => path)).not.toContain("/dashboard/update");
  });
});

test.each(["admin", "moderator", "student"] as const)("%s may see the page where they begin", (role) => {
  const { GET } = routeAt(landings[role]).policies;
  expect(GET && accessPolicies[GET]({ kind: "staff", id: "one", role })).toBe(true);
});
