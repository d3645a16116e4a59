import type { Done, SignInStep } from "#core/staff/accounts.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { leadingTo } from "./return-address.ts";

/** On to the second step, or in. */
export const afterSignInStep = ({ next, cookies }: Done<SignInStep>, from: string): Response =>
  next === "second-factor"
    ? redirectWithReload(leadingTo("/second-factor", from), { cookies })
    : redirectWithReload(from || "/account", { cookies, notice: "signed-in" });
