import { versionedSettings } from "#operations/settings/current-settings.ts";
import { TextForm } from "./text-form.tsx";
import { TextList } from "./text-list.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { blanksOf } from "../../texts/blanks.ts";
import { answerTextForm } from "./answer-text-form.server.ts";
import { chosenText, formAddress, isOwnText, listedTexts, shownText, textList } from "./text-pages.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { siteFacts } from "../../frame/site-facts.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/texts.route.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const chosen = chosenText(url.searchParams);
  const versioned = await orErrorPage(visit, () => versionedSettings(visit.portal));
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

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Texts({ loaderData: { rows, form }, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  if (!form) return <TextList operatorName={operatorName} rows={rows} />;
  return (
    <KeepFormOnFailure answer={actionData}>
      {(answer) => <TextForm {...form} operatorName={operatorName} answer={answer} />}
    </KeepFormOnFailure>
  );
}
