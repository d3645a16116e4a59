import { versionedSettings } from "#operations/settings/current-settings.ts";
import { TextForm } from "#ui/dashboard/texts/text-form.tsx";
import { TextList } from "#ui/dashboard/texts/text-list.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { blanksOf } from "#ui/texts/blanks.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { answerTextForm } from "../../dashboard/texts/answer-text-form.ts";
import {
  chosenText,
  formAddress,
  isOwnText,
  listedTexts,
  shownText,
  textList,
} from "../../dashboard/texts/text-pages.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { siteFacts } from "../../site-facts.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/texts.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const chosen = chosenText(url.searchParams);
  const versioned = await needed(visit, () => versionedSettings(visit.portal));
  if (!chosen) return { rows: listedTexts(versioned), form: null };
  const { operator, address } = siteFacts(versioned.settings, visit.portal.publicOrigin);
  return {
    rows: [],
    form: {
      action: formAddress(chosen),
      back: textList,
      text: shownText(versioned, chosen),
      isOwn: isOwnText(versioned.settings.texts, chosen),
      blanks: blanksOf(operator, address),
    },
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return answerTextForm(context.get(visitContext), request, url.searchParams);
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function Texts({ loaderData: { rows, form }, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  if (!form) return <TextList operatorName={operatorName} rows={rows} />;
  return (
    <TypedStays answer={actionData}>
      {(answer) => <TextForm {...form} operatorName={operatorName} answer={answer} />}
    </TypedStays>
  );
}
