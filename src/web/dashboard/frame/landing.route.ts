import { pages } from "../../pages.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../../frame/known-visitor.server.ts";
import { redirectInApp } from "./redirect-in-app.server.ts";
import { landings } from "./links.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/landing.route.ts";

/** Everybody begins where their role has its work; who lacks a second step, with that. */
export async function loader({ context }: Route.LoaderArgs) {
  const { actor, person } = await knownVisitor(context.get(visitContext));
  return actor.role === person.role ? redirectInApp(landings[actor.role]) : redirectWithReload(pages.account.path);
}
