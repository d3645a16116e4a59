import type { Done, SignInStep } from "#core/staff/accounts.ts";
import { goTo } from "./go-to.ts";
import { leadingTo } from "./return-address.ts";

/** On to the second step, or in. */
export const afterSignInStep = ({ next, cookies }: Done<SignInStep>, from: string): Response =>
  next === "second-factor"
    ? goTo(leadingTo("/second-factor", from), { cookies })
    : goTo(from || "/account", { cookies, notice: "signed-in" });
