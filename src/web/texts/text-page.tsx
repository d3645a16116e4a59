import { fillIn, plainText } from "#core/texts/fill-in.ts";
import { parseMarkup } from "#core/texts/markup.ts";
import type { PageText } from "#core/texts/page-text.ts";
import { SiteSearchBox } from "../search/site-search-box.tsx";
import { ShareTags } from "../frame/share-tags.tsx";
import type { SiteFacts } from "../frame/site-facts.ts";
import { blanksOf } from "./blanks.ts";
import { MarkedUp } from "./marked-up.tsx";

type TextPageProps = { text: PageText; site: SiteFacts; page: string };

/** A page of the operator's words. */
export function TextPage({ text, site, page }: TextPageProps) {
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

/** What search engines show of it. */
const descriptionOf = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 160);
