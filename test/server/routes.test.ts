import { expect, test } from "vitest";
import { differingRoutes, liveRoutes } from "../../tools/compare-routes.ts";

test("every route has a policy and every policy a route, and each difference is found", async () => {
  const live = await liveRoutes();
  expect(differingRoutes(live)).toEqual([]);
  const calls = [...live.calls.filter(({ path }) => path !== "/jwt"), { method: "ALL", path: "/secret" }];
  const pages = [...live.pages, { path: "/dashboard/hidden", methods: ["GET" as const, "POST" as const] }];
  const files = [...live.files.filter((file) => file !== "/robots.txt"), "/left-over.zip"];
  expect(differingRoutes({ calls, pages, files }).toSorted()).toEqual(
    [
      "ALL /secret has no policy in src/server/routes.ts",
      "POST /jwt has a policy, but nobody answers",
      "GET /dashboard/hidden has no policy in src/server/routes.ts",
      "POST /dashboard/hidden has no policy in src/server/routes.ts",
      "/left-over.zip is built, but no route leads there",
      "GET /robots.txt has a policy, but nobody answers",
    ].toSorted(),
  );
});
