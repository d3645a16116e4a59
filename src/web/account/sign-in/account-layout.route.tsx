import { accountsScript } from "virtual:accounts-script";
import { Outlet } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { keepPrivate } from "../server/private-pages.server.ts";
import { useSite } from "../../frame/site/site-facts.ts";
import type { Route } from "./+types/account-layout.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate];

export default function AccountsLayout() {
  return (
    <>
      <script type="module" async src={accountsScript} />
      <template id="no-answer">{m.problem_connection()}</template>
      <template id="proving">{m.sign_in_proving()}</template>
      <Outlet context={useSite()} />
    </>
  );
}
