import { data } from "react-router";
import { NotFound } from "#ui/not-found.tsx";
import { visitContext } from "../visit.ts";
import { whoseSite } from "../whose-site.ts";
import type { Route } from "./+types/not-found.ts";

export const loader = async ({ context }: Route.LoaderArgs) =>
  data({ whose: await whoseSite(context.get(visitContext)) }, { status: 404 });
export const action = loader;

export default function NothingThere({ loaderData }: Route.ComponentProps) {
  return <NotFound whose={loaderData.whose} />;
}
