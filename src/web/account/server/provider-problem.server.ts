import type { ShownProvider } from "#core/accounts/accounts.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { hasWords } from "#design/form/problem-words.ts";
import type { ProviderProblem } from "../form/provider-buttons.tsx";

/** Returns the address of the page with the buttons, with the reason why the visit to the provider did not start. */
export function pageWithProblem(page: string, id: string, { problem, waitSeconds }: FormResult): string {
  const seconds = waitSeconds === undefined ? {} : { seconds: String(waitSeconds) };
  return `${page}?${new URLSearchParams({ problem: problem ?? "", provider: id, ...seconds }).toString()}`;
}

/** Reads from the address why a provider led back to this page. Null if the address contains no problem. */
export function providerProblemIn(request: Request, providers: readonly ShownProvider[]): ProviderProblem | null {
  const { searchParams } = new URL(request.url);
  const problem = searchParams.get("problem") ?? "";
  if (!mayLeadBack.test(problem) || !hasWords(problem)) return null;
  const seconds = searchParams.get("seconds") ?? "";
  const isWait = problem === "too-many-requests" && /^[1-9]\d{0,3}$/.test(seconds);
  const provider = providers.find(({ id }) => id === searchParams.get("provider"));
  return {
    problem,
    ...(isWait && { waitSeconds: Number(seconds) }),
    ...(provider && { id: provider.id, provider: provider.name }),
  };
}

/** The allowed problems. A forged link cannot make the page show any other message. */
const mayLeadBack =
  /^(provider-[a-z-]+|too-many-requests|suspended|account-closed|unconfirmed|invitation-needed|sign-in-ended)$/;
