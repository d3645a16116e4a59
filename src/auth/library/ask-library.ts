import { isPortalError, PortalError } from "#core/errors.ts";
import type { Caller } from "#core/staff/accounts.ts";
import type { AccountParts } from "../account-parts.ts";
import { cookiePrefix, readCookies, sessionCookie, writeSigned } from "../cookies.ts";
import { during, type LibraryVisit } from "./library-visit.ts";
import type { Library } from "./open-library.ts";

export type Question = {
  method: "GET" | "POST";
  /** Below /api/auth, with its query. */
  path: string;
  body?: unknown;
  /** The session in whose name it is asked. What the browser's cookie says is looked up by us, not by better-auth. */
  sessionToken?: string | null;
};

export type LibraryAnswer = {
  status: number;
  cookies: string[];
  location: string | null;
  body: unknown;
  /** better-auth's name for what went wrong, or "". */
  code: string;
  troubles: readonly unknown[];
};

/** Puts a question to better-auth through its own door, with nothing of the request but what it needs. */
export async function askLibrary(
  parts: AccountParts,
  { handler }: Library,
  caller: Caller,
  question: Question,
): Promise<LibraryAnswer> {
  const visit: LibraryVisit = { caller, troubles: [] };
  const response = await during(visit, () => handler(requestFor(parts, caller, question))).catch(() => null);
  if (!response) throw failureOf(visit);
  const body = bodyOf(await response.text());
  if (response.status >= 500 && !theirFault.has(codeIn(body))) throw failureOf(visit);
  return {
    status: response.status,
    cookies: response.headers.getSetCookie(),
    location: response.headers.get("location"),
    body,
    code: codeIn(body),
    troubles: visit.troubles,
  };
}

/** What better-auth answers with 500 though what was sent is wrong. */
const theirFault: ReadonlySet<string> = new Set(["FAILED_TO_VERIFY_REGISTRATION"]);

function requestFor(parts: AccountParts, caller: Caller, { method, path, body, sessionToken }: Question): Request {
  const headers = new Headers({
    Cookie: cookiesFor(parts, caller, sessionToken ?? null),
    "User-Agent": caller.headers.get("user-agent") ?? "",
    Origin: parts.publicOrigin,
  });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  return new Request(`${parts.publicOrigin}/api/auth${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Only ours, and the session only if it is one. Signed anew, so that it may have been signed under an older secret. */
function cookiesFor({ publicOrigin, keyring }: AccountParts, caller: Caller, sessionToken: string | null): string {
  const ours = [...readCookies(caller.headers.get("cookie") ?? "")].filter(([name]) =>
    name.startsWith(`${cookiePrefix(publicOrigin)}.`),
  );
  if (sessionToken !== null) ours.push([sessionCookie(publicOrigin), writeSigned(keyring, sessionToken)]);
  return ours.map(([name, value]) => `${name}=${value}`).join("; ");
}

function failureOf({ troubles }: LibraryVisit): PortalError {
  return troubles.find(isPortalError) ?? new PortalError("internal", { cause: troubles.find(isError) });
}

const isError = (trouble: unknown) => trouble instanceof Error;

function bodyOf(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function codeIn(body: unknown): string {
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}
