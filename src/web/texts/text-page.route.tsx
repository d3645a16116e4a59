import { data } from "react-router";
import { fillIn, plainText } from "#core/texts/fill-in.ts";
import { parseMarkup } from "#core/texts/markup.ts";
import { isTextPage } from "#core/texts/page-text.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { SiteSearchBox } from "../search/site-search-box.tsx";
import { blanksOf } from "./blanks.ts";
import { MarkedUp } from "./marked-up.tsx";
import type { Route } from "./+types/text-page.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const page = visit.page.slice(1);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router takes the status from what is thrown
  if (!isTextPage(page)) throw data(null, { status: 404 });
  const { texts } = await orErrorPage(visit, visit.settings);
  return { page: visit.page, text: pageText(texts, page, spokenLocale()) };
}

export default function Text({ loaderData: { text, page } }: Route.ComponentProps) {
  const site = useSite();
  const blocks = fillIn(parseMarkup(text.body), blanksOf(site.operator, site.address));
  return (
    <div className="grid max-w-2xl gap-8">
      <title>{`${text.title} – ${site.operator.name}`}</title>
      <ShareTags {...{ site, page }} title={text.title} description={descriptionOf(plainText(blocks))} />
      <article className="grid gap-5">
        <h1 className="text-28 sm:text-36">{text.title}</h1>
        <MarkedUp blocks={blocks} />
      </article>
      <SiteSearchBox />
    </div>
  );
}

/** Returns the beginning of the text, which search engines show. */
const descriptionOf = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 160);
