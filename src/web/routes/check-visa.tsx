import { m } from "#i18n/compiled/messages.js";
import { LookupPage } from "#ui/lookup-page.tsx";
import { answerLookup, lookupHeaders } from "../lookup.ts";
import { useSite } from "../site.ts";
import { visitContext } from "../visit.ts";
import type { Route } from "./+types/check-visa.ts";

export const action = ({ request, context }: Route.ActionArgs) =>
  answerLookup(request, context.get(visitContext), "either");

export const headers = lookupHeaders;

export default function CheckVisa({ actionData }: Route.ComponentProps) {
  const site = useSite();
  return (
    <LookupPage
      {...site}
      page="/Check_Visa"
      title={m.check_visa_title()}
      question={m.check_visa_title()}
      welcome={m.check_visa_welcome({ operator: site.operator.name })}
      numberLabel={m.either_number()}
      numberHint={m.either_number_hint()}
      lookup={actionData}
    />
  );
}
