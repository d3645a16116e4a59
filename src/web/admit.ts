import type { MiddlewareFunction } from "react-router";
import { type DoorPolicy, doorPolicies } from "#core/staff/door-policies.ts";
import type { NoticeId } from "#ui/account/notice.tsx";
import { goTo } from "./accounts/go-to.ts";
import { signInFor } from "./accounts/return-address.ts";
import { needed } from "./needed.ts";
import { visitContext } from "./visit.ts";

/** Lets in whom the table of doors lets in. The others learn why, on a page that they may see. */
export const admit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const visit = context.get(visitContext);
  const { policy } = visit;
  if (policy === "anyone") return next();
  const known = await needed(visit, visit.signedIn);
  if (!known) return goTo(signInFor(url), request.method === "POST" ? { notice: "session-ended" } : {});
  const { actor, person } = known;
  if (doorPolicies[policy](actor)) return next();
  const lacksSecondStep = doorPolicies[policy]({ ...actor, role: person.role });
  return lacksSecondStep ? goTo("/account") : goTo("/", { notice: refusals[policy] });
};

const refusals: Record<Exclude<DoorPolicy, "anyone">, NoticeId> = {
  admins: "not-admin",
  moderators: "not-moderator",
  clerks: "not-clerk",
  uploaders: "not-clerk",
  students: "not-student",
  "signed-in": "not-clerk",
};
