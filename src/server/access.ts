import type { MiddlewareHandler } from "hono";
import { PortalError } from "#core/errors.ts";
import type { Accounts } from "#core/staff/accounts.ts";
import { type AccessPolicy, accessPolicies } from "#core/staff/access-policies.ts";
import { authorize } from "#core/staff/permissions.ts";
import type { RouteEnv } from "#api/route-env.ts";
import { type Route, routeAt, leadsNowhere, methodsOf, policyOf } from "./routes.ts";
import { whoAsks } from "./who-asks.ts";

export type AccessEnv = RouteEnv & { Variables: { route: Route; policy: AccessPolicy; isCrossSite: boolean } };

/**
 * The one place that says who may come through which door. What the table of doors does not have gets no further. Calls
 * are refused here; pages are told the policy and say no in words of their own.
 */
export function checkAccess(accounts: Pick<Accounts, "signedIn">, uploadKey: string): MiddlewareHandler<AccessEnv> {
  return async (c, next) => {
    const { path, method } = c.req;
    if (!isDecodable(path)) throw new PortalError("not-found");
    const route = routeAt(path);
    const policy = policyOf(route, method);
    if (policy === null) {
      if (leadsNowhere(route)) throw new PortalError("not-found");
      c.header("Allow", methodsOf(route).join(", "));
      throw new PortalError("wrong-method");
    }
    const asker = whoAsks(accounts, c.req.raw, c.get("clientAddress"), {
      takesToken: route.kind === "call",
      uploadKey: policy === "uploaders" ? uploadKey : "",
    });
    c.set("route", route);
    c.set("policy", policy);
    c.set("from", asker.from);
    c.set("signedIn", asker.signedIn);
    c.set("actor", asker.actor);
    if (route.kind !== "page" && policy !== "anyone") {
      const actor = await asker.actor();
      authorize(accessPolicies[policy](actor), actor);
    }
    await next();
  };
}

const isDecodable = (path: string) => {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
};
