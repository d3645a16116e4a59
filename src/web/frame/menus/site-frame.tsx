/** A part that was rendered before, for everybody (web/site-around.tsx); its texts were escaped then. */
export const PrerenderedHtml = ({ html }: { html: string }) =>
  html === "" ? null : <div dangerouslySetInnerHTML={{ __html: html }} />;

/** What stands around the pages for visitors, the same for everybody who reads a language: rendered once, as markup. */
export type SiteFrame = {
  /** MENU, what it opens, and the box for an IRCC number. */
  menu: string;
  /** Empty on the pages that have none. */
  navbar: string;
  tiles: string;
  footer: string;
};
