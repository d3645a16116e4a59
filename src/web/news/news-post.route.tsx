import { imageAddress } from "#core/images/image-links.ts";
import { postIn, type PublicPost } from "#core/posts/post.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { writtenCount } from "#i18n/written.ts";
import { readNews } from "#operations/posts/read-posts.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { ShareTags } from "../frame/site/share-tags.tsx";
import { type SiteFacts, useSite } from "../frame/site/site-facts.ts";
import { visitContext } from "../frame/visit.server.ts";
import { SiteSearchBox } from "../frame/site-search-box.tsx";
import { pages } from "../pages.ts";
import { languageOf, NewsDay, NewsPicture } from "./news-parts.tsx";
import type { Route } from "./+types/news-post.route.ts";

export { ErrorInFrame as ErrorBoundary } from "../frame/error-pages.tsx";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return postIn(await orErrorPage(visit, () => readNews(visit.portal, id)), spokenLocale());
}

export default function Post({ loaderData: post }: Route.ComponentProps) {
  const { title, text, images, addedAt, changedAt } = post;
  return (
    <div className="grid max-w-3xl gap-8">
      <Heading site={useSite()} post={post} />
      <article className="grid gap-5">
        <h1 lang={languageOf(title)} className="text-28 wrap-anywhere sm:text-36">
          {title}
        </h1>
        <p className="text-16 text-quiet">
          <NewsDay at={addedAt} />
          {changedAt > addedAt && (
            <>
              {" · "}
              {m.news_changed()} <NewsDay at={changedAt} />
            </>
          )}
        </p>
        <Picture post={post} place={0} />
        <div lang={languageOf(text)} className="grid gap-4 wrap-anywhere">
          {paragraphsOf(text).map((paragraph, at) => (
            <p key={at} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
        {images[1].image !== images[0].image && <Picture post={post} place={1} />}
      </article>
      <p>
        <a href={pages.news.path} className="link-button">
          {m.news_all()}
        </a>
      </p>
      <SiteSearchBox />
    </div>
  );
}

const paragraphsOf = (text: string) => text.split(/\n[^\S\n]*\n\s*/).filter((paragraph) => paragraph !== "");

type PictureProps = { post: PublicPost; place: 0 | 1 };

const Picture = ({ post, place }: PictureProps) => (
  <NewsPicture picture={post.images[place]} alt={altOf(post, place)} isSmall={false} isFirst={place === 0} />
);

const altOf = ({ title, images }: PublicPost, place: PictureProps["place"]) =>
  images[place].description || m.news_picture({ number: writtenCount(place + 1), title });

function Heading({ site, post }: { site: SiteFacts; post: PublicPost }) {
  const { id, title, text, images, addedAt, changedAt } = post;
  const [{ image, width, height }] = images;
  const picture = { path: imageAddress(image, "reading", null), width, height, alt: altOf(post, 0) };
  const description = text.replaceAll(/\s+/g, " ").slice(0, 200);
  return (
    <>
      <title>{`${title} – ${site.operator.name}`}</title>
      <link rel="canonical" href={`${site.address}/news/${id}`} />
      <ShareTags site={site} page={`/news/${id}`} title={title} description={description} picture={picture} />
      <meta property="article:published_time" content={new Date(addedAt).toISOString()} />
      <meta property="article:modified_time" content={new Date(changedAt).toISOString()} />
    </>
  );
}
