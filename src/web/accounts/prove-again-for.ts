import type { FormProblem } from "#ui/account/form-state.ts";
import { goTo } from "./go-to.ts";
import { leadingTo } from "./return-address.ts";

/** The way to the page that asks for the second step again, and back, when that is what is missing. */
export const proveAgainFor = (page: string, { problem }: FormProblem): Response | null =>
  problem === "prove-again" ? goTo(leadingTo("/prove-again", page)) : null;
