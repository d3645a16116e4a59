import type { HttpBindings } from "@hono/node-server";
import type { SignedIn } from "#core/accounts/accounts.ts";
import type { Actor, ClientInfo } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";

/** What the server knows about a request. The actor is looked up when it is first needed. */
export type RouteEnv = {
  Bindings: HttpBindings;
  Variables: {
    clientAddress: string;
    /** Two letters; empty if no trusted proxy sends it. */
    country: string;
    from: () => ClientInfo;
    signedIn: () => Promise<SignedIn | null>;
    actor: () => Promise<Actor>;
  };
};

export type ApiParts = {
  portal: Portal;
  /** The origin under which browsers reach the site. Addresses of images begin with it. */
  publicOrigin: string;
};
