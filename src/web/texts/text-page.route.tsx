import { data } from "react-router";
import { plainText } from "#core/texts/fill-in.ts";
import type { FilledBlock } from "#core/texts/markup.ts";
import { isTextPage } from "#core/texts/page-text.ts";
import { FoldedSection } from "#design/folded-section.tsx";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { SiteSearchBox } from "../frame/site-search-box.tsx";
import { Line, MarkedUp } from "./marked-up.tsx";
import { shownText } from "./shown-text.ts";
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
  const blocks = shownText(text.body, site);
  return (
    <div className="grid max-w-2xl gap-8">
      <title>{`${text.title} – ${site.operator.name}`}</title>
      <ShareTags {...{ site, page }} title={text.title} description={descriptionOf(plainText(blocks))} />
      <article className="grid gap-5">
        <h1 className="text-28 sm:text-36">{text.title}</h1>
        <FoldedText blocks={blocks} />
      </article>
      <SiteSearchBox />
    </div>
  );
}

const longTextParts = 4;

/** The headings of a long text are its contents: each opens its part. The first part is open. */
function FoldedText({ blocks }: { blocks: readonly FilledBlock[] }) {
  const starts = [...blocks.keys()].filter((at) => blocks[at]?.kind === "heading");
  if (starts.length < longTextParts) return <MarkedUp blocks={blocks} />;
  return (
    <>
      <MarkedUp blocks={blocks.slice(0, starts[0])} />
      <div className="grid gap-2">
        {starts.map((start, part) => (
          <FoldedSection key={start} title={<Line pieces={blocks[start]?.lines[0] ?? []} />} isOpen={part === 0}>
            <MarkedUp blocks={blocks.slice(start + 1, starts[part + 1])} />
          </FoldedSection>
        ))}
      </div>
    </>
  );
}

/** Returns the beginning of the text, which search engines show. */
const descriptionOf = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 160);
