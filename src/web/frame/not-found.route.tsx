import { data } from "react-router";
import { NotFound } from "./error-pages.tsx";
import { visitContext } from "./visit.server.ts";
import { siteOperator } from "./site/site-facts.server.ts";
import type { Route } from "./+types/not-found.route.ts";

export const loader = async ({ context }: Route.LoaderArgs) =>
  data({ operator: await siteOperator(context.get(visitContext)) }, { status: 404 });
export const action = loader;

export default function NothingThere({ loaderData }: Route.ComponentProps) {
  return <NotFound operator={loaderData.operator} />;
}
