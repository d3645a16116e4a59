import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { goTo } from "../../accounts/go-to.ts";
import { comeFromGoogle } from "../../accounts/private-pages.ts";
import { leadingTo, returnAddressOf, signedInAt } from "../../accounts/return-address.ts";
import { needed } from "../../needed.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/signed-in.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromGoogle];

/** Where sign-ins end that no form of ours began: those with Google or a passkey. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const from = returnAddressOf(request);
  const isWindow = new URL(request.url).searchParams.get("window") === "google";
  if (isWindow) return { next: signedInAt(from, false) };
  const visit = context.get(visitContext);
  const known = await needed(visit, visit.signedIn);
  return known ? goTo(from || "/account", { notice: "signed-in" }) : goTo(leadingTo("/login", from));
}

/** The last page of Google's window. The script closes it, and the window behind it goes on. */
export default function SignedIn({ loaderData: { next } }: Route.ComponentProps) {
  return (
    <AccountPage title={m.sign_in()} operatorName={useSite().operator.name}>
      <a href={next} className="inline-flex min-h-11 items-center justify-self-start">
        {m.continue()}
      </a>
    </AccountPage>
  );
}
