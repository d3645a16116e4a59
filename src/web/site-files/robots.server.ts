import type { MakeSiteFile } from "./site-file.server.ts";

/**
 * Where each beginning leads is for one person, for staff or for programs. Answers to searches have no address at all.
 * Images are not here: those of news are for everybody, and each of the others says itself that it is not to be listed.
 */
const closed = [
  "/account",
  "/api/",
  "/code",
  "/confirm",
  "/dashboard",
  "/forgot",
  "/google",
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
  // Calls of programs.
  "/change-date/",
  "/cofees",
  "/dates",
  "/delete_User",
  "/import",
  "/ircc/",
  "/jwt",
  "/published/",
  "/result/",
  "/user_data/",
  "/User_Data",
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
