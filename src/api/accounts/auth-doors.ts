import { Hono } from "hono";
import { authEndpoints } from "#auth/endpoints/endpoints.ts";
import type { Portal } from "#operations/portal.ts";
import type { DoorEnv } from "../door-env.ts";

/** The endpoints of better-auth, as far as they are listed; answered by src/auth. */
export function authDoors({ accounts }: Portal): Hono<DoorEnv> {
  const doors = new Hono<DoorEnv>();
  for (const [path, methods] of Object.entries(authEndpoints)) {
    doors.on(Object.keys(methods), `/api/auth${path}`, (c) => accounts.answer(c.req.raw, c.get("clientAddress")));
  }
  return doors;
}
