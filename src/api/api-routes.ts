import { Hono } from "hono";
import { accountRoutes } from "./account-routes.ts";
import type { RouteEnv } from "./route-env.ts";
import type { Routes } from "./http/mount-call.ts";
import { newsRoute } from "./news-feed.ts";
import { recordRoutes } from "./record-routes.ts";
import { referenceRoutes, type ReferenceParts } from "./reference/reference-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";

/** The calls for programs. Lookups have a fast path of their own. */
export function apiRoutes(parts: ReferenceParts): Routes {
  const routes = new Hono<RouteEnv>();
  routes.route("/", recordRoutes(parts));
  routes.route("/", settingsRoutes(parts));
  routes.route("/", accountRoutes(parts));
  routes.route("/", newsRoute(parts));
  routes.route("/", referenceRoutes(parts));
  return routes;
}
