import type { Portal } from "#operations/portal.ts";

/** What the calls work with. */
export type ApiParts = {
  portal: Portal;
  /** The origin under which browsers reach us, with which addresses of images begin. */
  publicOrigin: string;
};
