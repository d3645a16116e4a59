import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { comeFromGoogle } from "../server/private-pages.server.ts";
import { leadingTo, returnAddressOf, signedInAt } from "../../frame/return-address.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/signed-in.route.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromGoogle];

/** Where sign-ins end that no form of ours began: those with Google or a passkey. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const from = returnAddressOf(request);
  const isWindow = new URL(request.url).searchParams.get("window") === "google";
  if (isWindow) return { next: signedInAt(from, false) };
  const visit = context.get(visitContext);
  const known = await orErrorPage(visit, visit.signedIn);
  return known
    ? redirectWithReload(from || pages.dashboard.path, { notice: "signed-in" })
    : redirectWithReload(leadingTo(pages.login.path, from));
}

/** The last page of Google's window. The script closes it, and the window behind it goes on. */
export default function SignedIn({ loaderData: { next } }: Route.ComponentProps) {
  return (
    <AccountPage title={m.sign_in()}>
      <a href={next} className="inline-flex min-h-11 items-center justify-self-start">
        {m.continue()}
      </a>
    </AccountPage>
  );
}
