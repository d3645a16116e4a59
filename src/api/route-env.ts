import type { HttpBindings } from "@hono/node-server";
import type { SignedIn } from "#core/staff/accounts.ts";
import type { Actor, ClientInfo } from "#core/staff/actor.ts";

/** What the server tells a door of the request. Who asks is found out at the first question, and only then. */
export type RouteEnv = {
  Bindings: HttpBindings;
  Variables: {
    clientAddress: string;
    from: () => ClientInfo;
    signedIn: () => Promise<SignedIn | null>;
    actor: () => Promise<Actor>;
  };
};
