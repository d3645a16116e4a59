import type { MakeSiteFile } from "../frame/site-file.server.ts";

/**
 * Prefixes of addresses for one person, for staff or for programs. Answers to lookups have no address at all. Images
 * are not in this list: images of news are public, and all others send their own noindex header.
 */
const closed = [
  "/account",
  "/api/",
  "/code",
  "/confirm",
  "/dashboard",
  "/forgot",
  "/provider",
  "/invitation",
  "/language",
  "/MaltipleInput",
  "/my-record",
  "/offline",
  "/prove-again",
  "/register/",
  "/reset",
  "/search",
  "/second-factor",
  "/setup",
  "/sign-out",
  "/signed-in",
  "/Update_A_User/",
  "/watch",
  // Routes for programs.
  "/change-date/",
  "/cofees",
  "/dates",
  "/delete_User",
  "/desk/",
  "/fields",
  "/import",
  "/ircc/",
  "/jwt",
  "/papers",
  "/published/",
  "/registers.json",
  "/result/",
  "/user_data/",
  "/User_Data",
  "/wallet/",
  "/Users_Infos",
  "/healthz",
  "/metrics",
  "/readyz",
];

export const robots: MakeSiteFile = async ({ portal }) => ({
  type: "text/plain; charset=utf-8",
  content: [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${portal.publicOrigin}/sitemap.xml`,
    "",
  ].join("\n"),
});
