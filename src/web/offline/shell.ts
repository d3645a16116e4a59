/** What a device keeps of the site, as the server writes it before the service worker's script. */
export type Shell = {
  /** Of this very content: another one makes another name, and the worker lets the old one go. */
  name: string;
  /** Shown in the place of a page that cannot be fetched. */
  offlinePage: string;
  /** What that page is made of: files whose names change with their content. */
  files: readonly string[];
  /** Pages for everybody beside the first, in small letters. The worker stays out of the way of all others. */
  pages: readonly string[];
};
