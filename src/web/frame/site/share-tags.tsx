import type { SiteFacts } from "./site-facts.ts";

type ShareTagsProps = {
  site: SiteFacts;
  page: string;
  title: string;
  description: string;
  /** The picture of a post. Other pages use the operator's card. */
  picture?: SharedPicture;
};

export type SharedPicture = { path: string; width: number; height: number; alt: string };

/** The preview that messengers and other sites show beside a link to the page. Only public pages have it. */
export function ShareTags({ site, page, title, description, picture = cardOf(site) }: ShareTagsProps) {
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.operator.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={site.address + page} />
      <meta property="og:image" content={site.address + picture.path} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

const cardOf = ({ operator, cardVersion }: SiteFacts): SharedPicture => ({
  path: `/card.png?v=${cardVersion}`,
  width: 1200,
  height: 630,
  alt: operator.name,
});
