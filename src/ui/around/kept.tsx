/** A part that was rendered before, for everybody (web/site-around.tsx); its texts were escaped then. */
export const Kept = ({ html }: { html: string }) =>
  html === "" ? null : <div dangerouslySetInnerHTML={{ __html: html }} />;
