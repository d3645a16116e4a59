import { PortalError } from "#core/errors.ts";
import type { Caller } from "#core/staff/accounts.ts";
import type { AccountParts } from "./account-parts.ts";
import { askLibrary, type LibraryAnswer, type Question } from "./library/ask-library.ts";
import type { Library } from "./library/open-library.ts";

type Ask = (caller: Caller, question: Question) => Promise<LibraryAnswer>;

/** The parts, and better-auth behind them. */
export type AccountDesk = AccountParts & {
  readonly ask: Ask;
  /** The same with Google, null where it is not set up. */
  readonly askWithGoogle: Ask | null;
};

export function openDesk(parts: AccountParts): AccountDesk {
  const library = lazy(() => load(parts, null));
  return {
    ...parts,
    ask: async (caller, question) => askLibrary(parts, await library.get(), caller, question),
    askWithGoogle: parts.google && withGoogle(parts, parts.google),
  };
}

const discoveryPatienceMs = 5000;

/**
 * better-auth reads Google's addresses once, when it is opened, and without them goes on for good without Google. So it is
 * opened for Google apart, when Google can be reached, and again if that went wrong.
 */
function withGoogle(parts: AccountParts, google: NonNullable<AccountParts["google"]>): Ask {
  const library = lazy(async () => {
    await requireReachable(`${google.issuer}/.well-known/openid-configuration`);
    return load(parts, google);
  });
  return async (caller, question) => {
    const answer = await askLibrary(parts, await library.get(), caller, question);
    if (answer.code === "PROVIDER_NOT_FOUND") library.forget();
    return answer;
  };
}

async function requireReachable(address: string): Promise<void> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(discoveryPatienceMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new PortalError("unavailable");
}

/** Nobody who only looks a paper up pays for it with time or memory. */
async function load(parts: AccountParts, google: AccountParts["google"]): Promise<Library> {
  const { openLibrary } = await import("./library/open-library.ts");
  return openLibrary(parts, google);
}

/** Opened at the first question; what failed is tried again at the next. */
function lazy<Thing>(open: () => Promise<Thing>) {
  let opening: Promise<Thing> | undefined;
  const forget = () => {
    opening = undefined;
  };
  const get = () => {
    opening ??= open().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };
  return { get, forget };
}
