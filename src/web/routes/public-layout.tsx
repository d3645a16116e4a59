import { Outlet, useLocation, useMatches } from "react-router";
import { PublicFrame } from "#ui/public-frame.tsx";
import { visitorNameOf } from "../accounts/known-visitor.ts";
import { noticeFor } from "../accounts/notices.ts";
import { siteOf } from "../site-facts.ts";
import { typedFormIn } from "../typed-form.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/public-layout.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const [site, visitorName] = await Promise.all([siteOf(visit), visitorNameOf(visit)]);
  return { site, visitorName, notice: noticeFor(request) };
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
