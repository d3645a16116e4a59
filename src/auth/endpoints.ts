import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import type { tryLimits } from "./tries.ts";

type Method = "GET" | "POST";
type Endpoint = { policy: AccessPolicy; limits: readonly (keyof typeof tryLimits)[] };

/**
 * The endpoints of /api/auth for programs and for scripts of pages: who may call each, and which limits count it.
 * Everything else below /api/auth is 404.
 */
export const authEndpoints = {
  "/sign-up/email": { POST: { policy: "anyone", limits: ["mailByAccount", "mailByClient"] } },
  "/sign-in/email": { POST: { policy: "anyone", limits: ["signInByAccount", "signInByClient"] } },
  "/two-factor/verify-totp": { POST: { policy: "anyone", limits: ["codes"] } },
  "/two-factor/verify-backup-code": { POST: { policy: "anyone", limits: ["codes"] } },
  "/sign-in/social": { POST: { policy: "anyone", limits: ["beginningsByClient"] } },
  "/callback/:provider": { GET: { policy: "anyone", limits: ["beginningsByClient"] } },
  "/passkey/generate-authenticate-options": { GET: { policy: "anyone", limits: [] } },
  "/passkey/verify-authentication": { POST: { policy: "anyone", limits: ["passkeyByClient"] } },
  "/passkey/generate-register-options": { POST: { policy: "signed-in", limits: ["passwordInSession"] } },
  "/passkey/verify-registration": { POST: { policy: "signed-in", limits: [] } },
  "/get-session": { GET: { policy: "anyone", limits: [] } },
  "/sign-out": { POST: { policy: "anyone", limits: [] } },
} as const satisfies Record<string, Partial<Record<Method, Endpoint>>>;

type Paths = typeof authEndpoints;

/** A method and a path, such as "POST /sign-in/email". */
export type EndpointName = { [Path in keyof Paths]: `${keyof Paths[Path] & Method} ${Path}` }[keyof Paths];
