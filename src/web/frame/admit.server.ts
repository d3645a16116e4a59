import { data, type MiddlewareFunction } from "react-router";
import { type AccessPolicy, accessPolicies } from "#core/accounts/access-policies.ts";
import type { FlashMessageId } from "./flash/flash-messages.ts";
import { redirectToProof, redirectWithReload } from "./redirect-with-reload.server.ts";
import { signInFor } from "./return-address.ts";
import { pages } from "../pages.ts";
import { orErrorPage } from "./or-error-page.server.ts";
import { visitContext } from "./visit.server.ts";

/** Checks the access policy of the page. Redirects refused users to a page that they may see, which says why. */
export const admit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const visit = context.get(visitContext);
  const { policy } = visit;
  if (policy === "anyone") return next();
  const known = await orErrorPage(visit, visit.signedIn);
  if (!known) return redirectWithReload(signInFor(url), request.method === "POST" ? { flash: "session-ended" } : {});
  const { actor, person } = known;
  if (accessPolicies[policy](actor)) return next();
  const lacksSecondStep = accessPolicies[policy]({ ...actor, role: person.role });
  if (!lacksSecondStep) return redirectWithReload("/", { flash: refusals[policy] });
  return person.hasFactor ? redirectToProof(url.pathname + url.search) : redirectWithReload(pages.account.path);
};

const refusals: Record<Exclude<AccessPolicy, "anyone">, FlashMessageId> = {
  admins: "not-admin",
  moderators: "not-moderator",
  staff: "not-staff",
  uploaders: "not-staff",
  // No page has this policy.
  monitors: "not-admin",
  organisations: "not-organisation",
  "key-owners": "not-admin",
  students: "not-student",
  "signed-in": "not-staff",
};

/** The server checked the policy of one page. Throws 404 if React Router matches the path to another page. */
export const ownPageOnly: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  const { page } = context.get(visitContext);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
  if (`/${pattern}`.replace("//", "/") !== page) throw data(null, { status: 404 });
  return next();
};
