import { m } from "#i18n/compiled/messages.js";
import { LookupPage } from "#ui/lookup-page.tsx";
import { answerLookup, lookupHeaders } from "../lookup.ts";
import { useSite } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/home.ts";

export const action = ({ request, context }: Route.ActionArgs) =>
  answerLookup(request, context.get(visitContext), "passport");

export const headers = lookupHeaders;

export default function Home({ actionData }: Route.ComponentProps) {
  const site = useSite();
  return (
    <LookupPage
      {...site}
      page="/"
      title={m.home_title()}
      question={m.home_question()}
      welcome={m.home_welcome({ operator: site.operator.name })}
      numberLabel={m.passport_number()}
      numberHint={m.passport_number_hint()}
      lookup={actionData}
    />
  );
}
