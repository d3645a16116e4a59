import type { SiteFacts } from "./site-facts.ts";

type ShareTagsProps = {
  site: SiteFacts;
  /** The path of the page. */
  page: string;
  title: string;
  description: string;
};

/** What other pages and messengers show of a page to which somebody leads. For pages that have an address, and everybody may see. */
export const ShareTags = ({ site, page, title, description }: ShareTagsProps) => (
  <>
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content={site.operator.name} />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    <meta property="og:url" content={site.address + page} />
    <meta property="og:image" content={`${site.address}/card.png?v=${site.cardVersion}`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={site.operator.name} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
);
