import { callerOf, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { leadingTo, returnAddress } from "../../accounts/return-address.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/sign-out.ts";

export const loader = () => goTo("/account");

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const from = returnAddress((await readForm(request))["from"]);
  const { cookies } = await visit.portal.accounts.signOut(callerOf(request, visit));
  return from ? goTo(leadingTo("/login", from), { cookies }) : goTo("/", { cookies, notice: "signed-out" });
}
