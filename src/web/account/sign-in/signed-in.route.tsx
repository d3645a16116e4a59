import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "../form/account-page.tsx";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { comeFromProvider } from "../server/private-pages.server.ts";
import { withReturnAddress, returnAddressOf, signedInAddress } from "../../frame/return-address.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/signed-in.route.ts";

export const middleware: Route.MiddlewareFunction[] = [comeFromProvider];

/** Sign-ins with a provider or a passkey end here, because no form of ours starts them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const from = returnAddressOf(request);
  const isWindow = new URL(request.url).searchParams.get("window") === "provider";
  if (isWindow) return { next: signedInAddress(from, false) };
  const visit = context.get(visitContext);
  const known = await orErrorPage(visit, visit.signedIn);
  return known
    ? redirectWithReload(from || pages.dashboard.path, { flash: "signed-in" })
    : redirectWithReload(withReturnAddress(pages.login.path, from));
}

/** The last page in the provider's window. The script closes this window, and the window that opened it continues. */
export default function SignedIn({ loaderData: { next } }: Route.ComponentProps) {
  return (
    <AccountPage title={m.sign_in()}>
      <a href={next} className="inline-flex min-h-11 items-center justify-self-start">
        {m.go_on()}
      </a>
    </AccountPage>
  );
}
