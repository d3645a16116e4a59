import { useLocation } from "react-router";
import { lookupPageAt } from "#core/candidates/lookup-pages.ts";
import { LookupPage } from "#ui/lookup-page.tsx";
import { answerLookup, lookupHeaders } from "../lookup.ts";
import { useSite } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/lookup.ts";

export const action = ({ request, context }: Route.ActionArgs) => answerLookup(request, context.get(visitContext));

export const headers = lookupHeaders;

export default function Lookup({ actionData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return <LookupPage page={lookupPageAt(pathname)} site={useSite()} lookup={actionData} />;
}
