import { data } from "react-router";
import { isTextPage } from "#core/texts/page-text.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import { TextPage } from "./text-page.tsx";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { useSite } from "../frame/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/text-page.route.ts";

/** The route says which page it is. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const page = visit.page.slice(1);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
  if (!isTextPage(page)) throw data(null, { status: 404 });
  const { texts } = await orErrorPage(visit, visit.settings);
  return { page: visit.page, text: pageText(texts, page, spokenLocale()) };
}

export default function Text({ loaderData }: Route.ComponentProps) {
  return <TextPage {...loaderData} site={useSite()} />;
}
