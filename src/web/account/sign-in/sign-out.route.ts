import { answerOrSayWhy } from "../../frame/say-why.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { withReturnAddress, returnAddress } from "../../frame/return-address.ts";
import { closeOnDevice } from "../../frame/holder-cookies.server.ts";
import { readStep } from "../server/account-step.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/sign-out.route.ts";

export const loader = () => redirectWithReload(pages.account.path);

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  const from = returnAddress(form["from"]);
  return answerOrSayWhy(visit, { back: pages.account.path, here: pages.account.path }, async () => {
    const ended = await accounts.signOut(visit.caller);
    // The account may have opened a holder's page on this device, so close that page too.
    const cookies = [...ended.cookies, closeOnDevice(visit)];
    return from
      ? redirectWithReload(withReturnAddress(pages.login.path, from), { cookies })
      : redirectWithReload("/", { cookies, flash: "signed-out" });
  });
}
