import type { MiddlewareHandler } from "hono";
import { PortalError } from "#core/errors.ts";
import type { Accounts } from "#core/staff/accounts.ts";
import { type DoorPolicy, doorPolicies } from "#core/staff/door-policies.ts";
import { require } from "#core/staff/permissions.ts";
import type { DoorEnv } from "./api/door-env.ts";
import { type Door, doorAt, leadsNowhere, methodsOf, policyOf } from "./doors.ts";
import { whoAsks } from "./who-asks.ts";

export type GateEnv = DoorEnv & { Variables: { door: Door; policy: DoorPolicy; isBrought: boolean } };

/**
 * The one place that says who may come through which door. What the table of doors does not have gets no further. Calls
 * are refused here; pages are told the policy and say no in words of their own.
 */
export function gate(accounts: Pick<Accounts, "signedIn">, uploadKey: string): MiddlewareHandler<GateEnv> {
  return async (c, next) => {
    const { path, method } = c.req;
    if (!isDecodable(path)) throw new PortalError("not-found");
    const door = doorAt(path);
    const policy = policyOf(door, method);
    if (policy === null) {
      if (leadsNowhere(door)) throw new PortalError("not-found");
      c.header("Allow", methodsOf(door).join(", "));
      throw new PortalError("wrong-method");
    }
    const asker = whoAsks(accounts, c.req.raw, c.get("clientAddress"), {
      takesToken: door.kind === "call",
      uploadKey: policy === "uploaders" ? uploadKey : "",
    });
    c.set("door", door);
    c.set("policy", policy);
    c.set("from", asker.from);
    c.set("signedIn", asker.signedIn);
    c.set("actor", asker.actor);
    if (door.kind !== "page" && policy !== "anyone") {
      const actor = await asker.actor();
      require(doorPolicies[policy](actor), actor);
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
