import { betterAuth } from "better-auth/minimal";
import type { AccountParts, GoogleClient } from "../account-parts.ts";
import { libraryOptions } from "./library-options.ts";

/** All that we use of better-auth: its own door. */
export type Library = { handler: (request: Request) => Promise<Response> };

export const openLibrary = (parts: AccountParts, google: GoogleClient | null): Library =>
  betterAuth(libraryOptions(parts, google));
