import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { landings } from "../../dashboard/links.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/landing.ts";

/** Everybody begins where their role has its work; who lacks a second step, with that. */
export async function loader({ context }: Route.LoaderArgs) {
  const { actor, person } = await knownVisitor(context.get(visitContext));
  return actor.role === person.role ? goOn(landings[actor.role]) : goTo("/account");
}
