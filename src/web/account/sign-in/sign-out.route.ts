import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { leadingTo, returnAddress } from "../server/return-address.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/sign-out.route.ts";

export const loader = () => redirectWithReload("/account");

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const from = returnAddress((await readForm(request))["from"]);
  const { cookies } = await visit.portal.accounts.signOut(visit.caller);
  return from
    ? redirectWithReload(leadingTo("/login", from), { cookies })
    : redirectWithReload("/", { cookies, notice: "signed-out" });
}
