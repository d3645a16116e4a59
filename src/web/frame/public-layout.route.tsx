import { Outlet, useLocation, useMatches } from "react-router";
import { PublicFrame } from "./public-frame.tsx";
import { visitorNameOf } from "./known-visitor.server.ts";
import { readPublicFlash } from "./flash/flash-cookie.server.ts";
import { FlashSheet } from "./flash/flash-sheet.tsx";
import { orErrorPage } from "./or-error-page.server.ts";
import { siteFrame } from "./menus/site-frame.server.tsx";
import { siteFacts } from "./site/site-facts.server.ts";
import { typedFormIn } from "./route-handle.ts";
import { visitContext } from "./visit.server.ts";
import type { Route } from "./+types/public-layout.route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [settings, visitorName] = await Promise.all([orErrorPage(visit, visit.settings), visitorNameOf(visit)]);
  const { publicOrigin, database } = visit.portal;
  const around = siteFrame(settings, publicOrigin, visit.page);
  const site = siteFacts(settings, publicOrigin);
  const savesNothing = database.savesNothing();
  return { site, around, visitorName, flash: readPublicFlash(request), savesNothing };
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const typedForm = typedFormIn(useMatches());
  const flash = loaderData.flash && <FlashSheet {...loaderData.flash} />;
  return (
    <PublicFrame {...loaderData} {...{ flash, typedForm }} page={pathname}>
      <Outlet context={loaderData.site} />
    </PublicFrame>
  );
}
