import type { MiddlewareHandler } from "hono";
import { PortalError } from "#core/errors.ts";
import { percentDecoded } from "#core/percent-decoded.ts";
import type { Accounts } from "#core/accounts/accounts.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { isPartOf, type WithFeatures } from "#core/settings/features.ts";
import { mayWithScope } from "#core/accounts/api-keys.ts";
import { type AccessPolicy, accessPolicies } from "#core/accounts/access-policies.ts";
import { authorize } from "#core/accounts/permissions.ts";
import { isLookUpCall } from "#api/calls.ts";
import type { RouteEnv } from "#api/route-env.ts";
import { type Route, routeAt, isUnknown, methodsOf, noPage, policyOf } from "./routes.ts";
import { requestActor } from "./request-actor.ts";

const isInScope = (actor: Actor, method: string, { path }: Route) =>
  actor.kind !== "account" ||
  actor.scope === undefined ||
  mayWithScope(actor.scope, method, isLookUpCall(method, path));

export type AccessEnv = RouteEnv & {
  Variables: { route: Route; policy: AccessPolicy; isCrossSite: boolean; ignoresProxy: boolean };
};

/** Finds the route once. Later handlers use `c.var.route` and never the address. */
export const findRoute: MiddlewareHandler<AccessEnv> = async (c, next) => {
  c.set("route", routeAt(c.req.path));
  await next();
};

/**
 * The only place that decides who may use which route. A path that is not in the route table is refused. Requests that
 * the policy does not allow are refused here, except for pages: a page gets the policy and refuses in its own words.
 */
export function checkAccess(
  accounts: Pick<Accounts, "signedIn">,
  keys: { uploadKey: string; metricsToken: string },
  settings: () => Promise<WithFeatures>,
): MiddlewareHandler<AccessEnv> {
  return async (c, next) => {
    const { path, method } = c.req;
    if (!percentDecoded(path)) throw new PortalError("not-found");
    const route = await routeThatIsOn(c.var.route, settings);
    c.set("route", route);
    const policy = policyOf(route, method);
    if (policy === null) {
      if (isUnknown(route)) throw new PortalError("not-found");
      c.header("Allow", methodsOf(route).join(", "));
      throw new PortalError("wrong-method");
    }
    const identified = requestActor(accounts, c.req.raw, c.get("clientAddress"), {
      takesToken: route.kind === "call",
      uploadKey: policy === "uploaders" ? keys.uploadKey : "",
      metricsToken: policy === "monitors" ? keys.metricsToken : "",
    });
    c.set("policy", policy);
    c.set("from", identified.from);
    c.set("signedIn", identified.signedIn);
    c.set("actor", identified.actor);
    if (route.kind !== "page" && policy !== "anyone") {
      const actor = await identified.actor();
      authorize((one) => accessPolicies[policy](one) && isInScope(one, method, route), actor);
    }
    await next();
  };
}

/** A page of a feature that is off is as unknown as any other. Programs read in JSON that the call is not found. */
async function routeThatIsOn(route: Route, settings: () => Promise<WithFeatures>): Promise<Route> {
  if (!route.feature || isPartOf(await settings(), route)) return route;
  if (route.kind !== "page") throw new PortalError("not-found");
  return noPage;
}
