import { redirect } from "react-router";
import { isPortalError } from "#core/errors.ts";
import { postIn, type PublicPost } from "#core/posts/post.ts";
import { excerptOf } from "#core/search/excerpt.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { listNews, type NewsPage } from "#operations/posts/read-posts.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { SiteSearchBox } from "../frame/site-search-box.tsx";
import { pages } from "../pages.ts";
import { languageOf, NewsDay, NewsPicture } from "./news-parts.tsx";
import type { Route } from "./+types/news.route.ts";

const postsOnPage = 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const cursor = url.searchParams.get("cursor") ?? undefined;
  const page = await orErrorPage(visit, () => pageAt(visit.portal, cursor));
  if (!page) return redirect(pages.news.path);
  const next = page.next === null ? null : `/news?${new URLSearchParams({ cursor: page.next }).toString()}`;
  const posts = page.posts.map((post) => postIn(post, spokenLocale()));
  return { posts, isNewest: cursor === undefined, next };
}

/** Null if the cursor is invalid or no longer valid. */
async function pageAt(portal: Portal, cursor: string | undefined): Promise<NewsPage | null> {
  try {
    return await listNews(portal, { limit: postsOnPage, cursor });
  } catch (error) {
    if (isPortalError(error) && error.id === "invalid") return null;
    throw error;
  }
}

export default function News({ loaderData: { posts, isNewest, next } }: Route.ComponentProps) {
  const site = useSite();
  const operator = site.operator.name;
  return (
    <div className="grid max-w-3xl gap-8">
      <title>{`${m.news_title()} – ${operator}`}</title>
      <ShareTags site={site} page={pages.news.path} title={m.news_title()} description={m.news_welcome({ operator })} />
      <link rel="alternate" type="application/atom+xml" href="/news/feed.xml" title={m.news_title()} />
      {!isNewest && <meta name="robots" content="noindex, follow" />}
      <div className="grid gap-3">
        <h1 className="text-28 sm:text-36">{m.news_title()}</h1>
        <p>{m.news_welcome({ operator })}</p>
      </div>
      {posts.length > 0 ? (
        <ol className="grid gap-6">
          {posts.map((post, at) => (
            <Entry key={post.id} post={post} isFirst={isNewest && at < 2} />
          ))}
        </ol>
      ) : (
        <NoNews operator={operator} />
      )}
      {(next || !isNewest) && (
        <p className="flex flex-wrap gap-x-6">
          {!isNewest && (
            <a href={pages.news.path} className="link-button">
              {m.news_newest()}
            </a>
          )}
          {next && (
            <a href={next} rel="next" className="link-button">
              {m.news_older()}
            </a>
          )}
        </p>
      )}
      <SiteSearchBox />
      {posts.length > 0 && (
        <p className="text-16">
          <a href="/news/feed.xml">{m.news_feed()}</a>
        </p>
      )}
    </div>
  );
}

const Entry = ({ post: { id, title, text, images, addedAt }, isFirst }: { post: PublicPost; isFirst: boolean }) => (
  <li className="flex flex-wrap items-start gap-4 border-t border-line pt-6 sm:gap-6">
    <div className="w-24 flex-none sm:w-48">
      <NewsPicture picture={images[0]} alt="" isSmall isFirst={isFirst} />
    </div>
    <div className="grid min-w-0 flex-[1_1_10rem] grid-cols-1 gap-1">
      <h2 lang={languageOf(title)} className="text-22 wrap-anywhere">
        <a href={`/news/${id}`}>{title}</a>
      </h2>
      <p className="text-16 text-quiet">
        <NewsDay at={addedAt} />
      </p>
      <p lang={languageOf(text)} className="wrap-anywhere">
        {beginningOf(text)}
      </p>
    </div>
  </li>
);

const beginningOf = (text: string) =>
  excerptOf(text.slice(0, 400), [])
    .map((part) => part.text)
    .join("");

const NoNews = ({ operator }: { operator: string }) => (
  <section className="grid gap-3 border-s-4 border-line-strong py-1 ps-5">
    <h2 className="text-22">{m.news_none_title()}</h2>
    <p>{m.news_none_text({ operator })}</p>
    <p className="flex flex-wrap gap-x-6">
      <a href="/Check_Visa" className="link-button">
        {m.check_visa_link()}
      </a>
      <a href="/contact" className="link-button">
        {m.search_none_ask()}
      </a>
    </p>
  </section>
);
