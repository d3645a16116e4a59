import { type RouteConfig, layout, route } from "@react-router/dev/routes";

/** One module answers on all pages where a record is looked up; core/candidates/lookup-pages.ts says how they differ. */
const lookup = (path: string) => route(path, "routes/lookup.tsx", { id: `lookup ${path}` });

export default [
  layout("routes/public-layout.tsx", [
    ...["/", "Check_Visa", "Work_Permit", "Visa", "Application_Stts", "Lima"].map(lookup),
    route("report", "routes/report.tsx"),
  ]),
  route("language", "routes/language.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
