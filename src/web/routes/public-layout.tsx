import { Outlet, useLocation, useMatches } from "react-router";
import { PublicFrame } from "#ui/public-frame.tsx";
import { visitorNameOf } from "../accounts/known-visitor.ts";
import { noticeFor } from "../accounts/notices.ts";
import { needed } from "../needed.ts";
import { siteAround } from "../site-around.tsx";
import { siteFacts } from "../site-facts.ts";
import { typedFormIn } from "../typed-form.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/public-layout.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [settings, visitorName] = await Promise.all([needed(visit, visit.settings), visitorNameOf(visit)]);
  const { publicOrigin } = visit.portal;
  const around = siteAround(settings, publicOrigin, visit.page);
  return { site: siteFacts(settings, publicOrigin), around, visitorName, notice: noticeFor(request) };
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const typedForm = typedFormIn(useMatches());
  return (
    <PublicFrame {...loaderData} page={pathname} typedForm={typedForm}>
      <Outlet context={loaderData.site} />
    </PublicFrame>
  );
}
