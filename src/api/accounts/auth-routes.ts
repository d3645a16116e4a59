import { Hono } from "hono";
import { authEndpoints } from "#auth/endpoints.ts";
import type { Portal } from "#operations/portal.ts";
import type { RouteEnv } from "../route-env.ts";

/** The endpoints of sign-in, which src/auth answers. */
export function authRoutes({ accounts }: Portal): Hono<RouteEnv> {
  const routes = new Hono<RouteEnv>();
  for (const [path, methods] of Object.entries(authEndpoints)) {
    routes.on(Object.keys(methods), `/api/auth${path}`, (c) => accounts.answer(c.req.raw, c.get("clientAddress")));
  }
  return routes;
}
