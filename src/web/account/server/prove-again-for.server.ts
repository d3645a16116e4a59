import type { FormProblem } from "../form/form-state.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { leadingTo } from "./return-address.ts";

/** The way to the page that asks for the second step again, and back, when that is what is missing. */
export const proveAgainFor = (page: string, { problem }: FormProblem): Response | null =>
  problem === "prove-again" ? redirectWithReload(leadingTo("/prove-again", page)) : null;
