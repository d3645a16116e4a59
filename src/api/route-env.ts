import type { HttpBindings } from "@hono/node-server";
import type { SignedIn } from "#core/staff/accounts.ts";
import type { Actor, Whereabouts } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";

/** What the server tells a door of the request. Who asks is found out at the first question, and only then. */
export type RouteEnv = {
  Bindings: HttpBindings;
  Variables: {
    clientAddress: string;
    from: () => Whereabouts;
    signedIn: () => Promise<SignedIn | null>;
    actor: () => Promise<Actor>;
  };
};

/** What the calls work with. */
export type ApiParts = {
  portal: Portal;
  /** The origin under which browsers reach us, with which addresses of images begin. */
  publicOrigin: string;
};
