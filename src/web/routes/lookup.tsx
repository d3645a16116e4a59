import { useLocation } from "react-router";
import { lookupPageAt } from "#core/candidates/lookup-pages.ts";
import { lookupForm } from "#ui/ask-again.tsx";
import { LookupPage } from "#ui/lookup-page.tsx";
import { answerLookup, KeptLookup, lookupHeaders } from "../lookup.ts";
import { KeptPlaces, officialElsewhere, useSite } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/lookup.ts";

export const loader = async ({ context }: Route.LoaderArgs) =>
  new KeptPlaces(await officialElsewhere(context.get(visitContext)));

export const action = ({ request, context }: Route.ActionArgs) => answerLookup(request, context.get(visitContext));

export const headers = lookupHeaders;

export const handle = { typedForm: lookupForm };

export default function Lookup({ loaderData, actionData }: Route.ComponentProps) {
  const page = lookupPageAt(useLocation().pathname);
  const elsewhere = KeptPlaces.read(loaderData) ?? { tiles: [], places: {} };
  return <LookupPage page={page} site={useSite()} elsewhere={elsewhere} lookup={KeptLookup.read(actionData)} />;
}
