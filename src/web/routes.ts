import { type RouteConfig, layout, route } from "@react-router/dev/routes";

export default [
  layout("routes/public-layout.tsx", [route("/", "routes/home.tsx"), route("Check_Visa", "routes/check-visa.tsx")]),
  route("language", "routes/language.ts"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
