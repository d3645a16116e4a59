import { drawSiteCard } from "#operations/settings/site-card.ts";
import type { MakeSiteFile } from "./site-file.server.ts";

/** The picture that other pages show beside a link to the site. Nothing in the address has a say in it. */
export const card: MakeSiteFile = async ({ portal }) => ({
  type: "image/png",
  content: await drawSiteCard(portal),
  isForOthers: true,
});
