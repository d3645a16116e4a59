/** A part that was rendered before, for everybody (web/site-around.tsx); its texts were escaped then. */
export const PrerenderedHtml = ({ html }: { html: string }) =>
  html === "" ? null : <div dangerouslySetInnerHTML={{ __html: html }} />;
