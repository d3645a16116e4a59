import { dayMs, hourMs } from "#core/durations.ts";
import { keyPrefix, maxKeyDays } from "#core/accounts/api-keys.ts";
import type { Role } from "#core/accounts/roles.ts";
import type { SignedIn } from "#core/accounts/accounts.ts";
import { endsTooLate } from "#core/wrong-clock.ts";
import { linkTokenHash } from "#sealing/link-token.ts";
import { apiKeyByHash } from "#storage/database/accounts/api-keys.ts";
import { updateRow } from "#storage/database/rows.ts";
import type { AccountRequest } from "./account-context.ts";

/** The API key that a program sends, as a bearer token or bare. Null for any other token. */
export function apiKeyIn({ caller }: AccountRequest): string | null {
  const [, token = ""] = /^(?:Bearer +)?(.*)$/i.exec(caller.headers.get("authorization") ?? "") ?? [];
  return token.startsWith(keyPrefix) ? token.trim() : null;
}

/** The last use shows people which keys are not needed, so it is written at most this often. */
const noteEveryMs = hourMs;

/**
 * The owner of an API key, with their current role. The key is found by its hash, so the time of the query reveals
 * nothing about stored keys. A program cannot show a second factor: actions that need a recent proof are refused.
 */
export async function holderOfKey(request: AccountRequest, token: string): Promise<SignedIn | null> {
  const { database, now, settings, report } = request;
  const found = await database.find(apiKeyByHash, [linkTokenHash(token)]);
  const isOver = !found || found.expires_at <= now() || endsTooLate(found.expires_at, now() + maxKeyDays * dayMs);
  if (isOver || found.suspended_at !== null || found.email_confirmed === 0) return null;
  if (found.used_at === null || found.used_at + noteEveryMs <= now()) {
    await database.write((writer) => updateRow(writer, "api_key", found.id, { used_at: now() })).catch(report);
  }
  const hasFactor = found.has_totp === 1 || Number(found.passkeys) > 0;
  const lacksFactor = (await settings()).secondFactor === "required" && !hasFactor;
  const role: Role = lacksFactor ? "student" : (found.role ?? "student");
  return {
    actor: { kind: "account", id: found.person_id, role, mustProveAgain: true, scope: found.scope },
    person: {
      id: found.person_id,
      email: found.email,
      name: found.name,
      photoUrl: found.photo_url ?? "",
      role: found.role ?? "student",
      hasPassword: false,
      hasGoogle: false,
      hasTotp: found.has_totp === 1,
      passkeys: Number(found.passkeys),
    },
    sessionId: "",
  };
}
