import { passkey } from "@better-auth/passkey";
import { APIError, isAPIError } from "better-auth/api";
import type { BetterAuthOptions } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { twoFactor } from "better-auth/plugins/two-factor";
import { hashPassword, verifyPassword } from "@better-auth/utils/password";
import { publicStateOf } from "#storage/database/accounts.ts";
import type { AccountParts, GoogleClient } from "../account-parts.ts";
import { browserKind } from "../browser-kind.ts";
import { cookiePrefix, isSecure, sessionCookie } from "../cookies.ts";
import { googlePerson, whyNotFromGoogle } from "./google-person.ts";
import { librarySecrets } from "./library-secrets.ts";
import { noteLinked, noteTrouble } from "./library-visit.ts";
import { newRecoveryCodes } from "../recovery-codes.ts";
import { sessionLimits } from "../session-limits.ts";
import { openStore } from "./store.ts";

/** How better-auth is set up here. Names of tables and columns are ours, migrations too. */
export const libraryOptions = (parts: AccountParts, google: GoogleClient | null): BetterAuthOptions => ({
  appName: "Attestry",
  baseURL: parts.publicOrigin,
  basePath: "/api/auth",
  secrets: librarySecrets(parts.keyring),
  database: openStore(parts.database),
  user: {
    modelName: "person",
    fields: { emailVerified: "email_confirmed", image: "photo_url", createdAt: "added_at", updatedAt: "changed_at" },
    validateUserInfo: (given) => whyNotFromGoogle(parts, given),
  },
  session: {
    fields: {
      userId: "person_id",
      userAgent: "browser",
      createdAt: "started_at",
      expiresAt: "expires_at",
      updatedAt: "changed_at",
    },
    additionalFields: {
      usedAt: { type: "date", fieldName: "used_at", input: false, required: false },
      provedAt: { type: "date", fieldName: "proved_at", input: false, required: false },
    },
    expiresIn: sessionLimits.absoluteMs / 1000,
    disableSessionRefresh: true,
    cookieCache: { enabled: false },
    // Ours is stricter: endpoints.ts asks for it.
    freshAge: 0,
  },
  account: {
    modelName: "sign_in_method",
    fields: {
      userId: "person_id",
      providerId: "provider",
      accountId: "provider_account",
      password: "password_hash",
      createdAt: "added_at",
      updatedAt: "changed_at",
    },
    updateAccountOnSignIn: false,
    // Only where Google says that the address is verified and ours is confirmed.
    accountLinking: { enabled: true, trustedProviders: [] },
  },
  verification: {
    fields: { expiresAt: "expires_at", createdAt: "added_at", updatedAt: "changed_at" },
    storeIdentifier: "hashed",
  },
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    requireEmailVerification: true,
    minPasswordLength: 1,
    maxPasswordLength: 1000,
    password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
  },
  databaseHooks: {
    session: { create: { before: (session, context) => beginSession(parts, session, context?.path) } },
    account: { create: { after: async ({ providerId, userId }) => noteLinked(parts, providerId, userId) } },
  },
  plugins: [secondStep(), passkeys(parts.publicOrigin), ...(google ? [googleSignIn(google)] : [])],
  advanced: {
    cookiePrefix: cookiePrefix(parts.publicOrigin),
    // Would write "__Secure-" before our "__Host-".
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isSecure(parts.publicOrigin), sameSite: "lax", httpOnly: true, path: "/" },
    cookies: { session_token: { name: sessionCookie(parts.publicOrigin) } },
    // src/server/origin-check.ts stands before every door.
    disableCSRFCheck: true,
    disableOriginCheck: false,
    ipAddress: { disableIpTracking: true, ipAddressHeaders: [] },
  },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: "error", disableColors: true, log: (_level, _message, ...about) => noteTrouble(about) },
  onAPIError: { errorURL: `${parts.publicOrigin}/login`, onError: refuseToPrint },
});

/** Its router would write what it cannot answer to the console, whatever stands in it. */
function refuseToPrint(error: unknown): void {
  noteTrouble([error]);
  if (!isAPIError(error)) throw error;
}

type BetterAuthPlugin = NonNullable<BetterAuthOptions["plugins"]>[number];

type NewSession = { userId: string; userAgent?: string | null | undefined; provedAt?: unknown };

/** Sign-ins that show a second factor. */
const provingPaths = new Set([
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
  "/passkey/verify-authentication",
]);

async function beginSession(
  { database, now }: AccountParts,
  { userId, userAgent, provedAt }: NewSession,
  path: string | undefined,
) {
  const publicState = await publicStateOf(database.read, userId);
  if (!publicState || publicState.email_confirmed === 0)
    throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
  if (publicState.suspended_at !== null) throw new APIError("FORBIDDEN", { code: "SUSPENDED" });
  const at = new Date(now());
  return {
    data: {
      userAgent: browserKind(userAgent ?? ""),
      usedAt: at,
      expiresAt: new Date(at.getTime() + sessionLimits.absoluteMs),
      provedAt: provingPaths.has(path ?? "") ? at : (provedAt ?? null),
    },
  };
}

/** The plugin asks for a code after a password only; whoever comes from Google is asked as well. */
function secondStep(): BetterAuthPlugin {
  const plugin = twoFactor({
    allowPasswordless: true,
    // Ours counts across challenges, processes and kinds of code.
    accountLockout: { enabled: false },
    backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: "has_totp" } },
      twoFactor: {
        modelName: "totp",
        fields: { userId: "person_id", backupCodes: "recovery_codes", verified: "confirmed" },
      },
    },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) => hook.matcher(context) || context.path === "/callback/:id",
  }));
  return { ...plugin, hooks: { after } };
}

/** The plugin takes a touch for enough. Here a passkey stands for password and second factor, so it has to know its owner. */
function passkeys(publicOrigin: string): BetterAuthPlugin {
  const requireOwner = (isVerified: boolean | undefined) => {
    if (!isVerified) throw new APIError("UNAUTHORIZED", { code: "PASSKEY_DID_NOT_VERIFY_USER" });
  };
  return passkey({
    rpID: new URL(publicOrigin).hostname,
    rpName: "Attestry",
    origin: publicOrigin,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: ({ verification }) => requireOwner(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireOwner(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        fields: {
          userId: "person_id",
          publicKey: "public_key",
          credentialID: "credential_id",
          deviceType: "device_type",
          backedUp: "backed_up",
          createdAt: "added_at",
        },
      },
    },
  });
}

const googleSignIn = ({ issuer, clientId, clientSecret }: GoogleClient): BetterAuthPlugin =>
  genericOAuth({
    config: [
      {
        providerId: "google",
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ["openid", "email", "profile"],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: googlePerson,
      },
    ],
  });
