import { PortalError } from "#core/errors.ts";
import {
  haveSameNames,
  nextNumber,
  ownAudiences,
  ownShownAnew,
  showsDays,
  withOwn,
} from "#core/own-fields/own-field.ts";
import { type OwnPaper, ownPaperPages, papersForVisitors } from "#core/own-fields/own-paper.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { languagesOn } from "#core/settings/languages.ts";
import { m } from "#i18n/compiled/messages.js";
import { documentTitle } from "#i18n/document-titles.ts";
import { ownLabel } from "#i18n/own-field-words.ts";
import { type Counted, messageCount, writtenDay } from "#i18n/written.ts";
import { countPapersToShow } from "#operations/own-fields/own-values.ts";
import { officeToday } from "#operations/portal/office-time.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPage } from "../frame/read-page.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { PageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { onPagesWords } from "./own-field-words.ts";
import { AudienceField, inBoxNames, labelBoxes, Labels, Tick } from "./own-labels.tsx";
import { useTypedValues } from "../own-preview/own-preview.tsx";
import { PaperPreview } from "../own-preview/paper-preview.tsx";
import { textBoxes, textsIn } from "../own-preview/typed-texts.ts";
import { addressOfOwnPaper } from "./settings-pages.ts";
import { agreedToShow, ShownQuestion } from "./settings-question.tsx";
import type { Route } from "./+types/own-paper.route.ts";

const list = pages.ownPapers.path;
const idIn = ({ searchParams }: URL) => searchParams.get("id") ?? "new";

/** Undefined for a new one. */
function paperIn(papers: readonly OwnPaper[], id: string): OwnPaper | undefined {
  const paper = papers.find((one) => one.id === id);
  if (!paper && id !== "new") throw new PortalError("not-found");
  return paper;
}

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const id = idIn(args.url);
    const { settings, version } = await versionedSettings(portal);
    return {
      id,
      version: String(version),
      filled: filledIn(paperIn(settings.ownPapers, id)),
      languages: languagesOn(settings.languages),
      draft: await shownPageDraft(portal, actor, `paper:${id}`),
      today: writtenDay(officeToday(portal)),
    };
  });

export const shouldRevalidate = readAgainIfStale;

/** The choices of the pages that show a paper: each alone, or both. */
const pageChoices = [...ownPaperPages.map((page) => [page]), [...ownPaperPages]];

const filledIn = (paper: OwnPaper | undefined): FormValues => ({
  audience: paper?.audience ?? "staff",
  onPages: paper?.onPages.join(" ") ?? "/",
  icon: paper?.icon ?? "",
  ...(paper?.isForMany && { isForMany: "on" }),
  ...(paper?.hasLastDay && { hasLastDay: "on" }),
  ...(paper?.isSearched && { isSearched: "on" }),
  ...textBoxes("label", paper?.labels ?? {}),
});

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { ownPapers } = await currentSettings(portal);
    const before = paperIn(ownPapers, idIn(args.url));
    const paper = { id: before?.id ?? (`p${nextNumber(ownPapers)}` as const), ...typedPaper(form, before) };
    const change = { ownPapers: withOwn(ownPapers, paper) };
    if (ownShownAnew(ownPapers, change.ownPapers).length > 0 && form["agreed"] !== agreedToShow) {
      const { records, isMore } = await countPapersToShow(portal, paper.id);
      const shown = before && papersForVisitors(ownPapers).includes(before) ? before : null;
      const asksShown = !shown;
      const asksName = shown !== null && !haveSameNames(shown, paper);
      const asksDays = shown !== null && showsDays(shown, paper);
      const asks = { ...messageCount(records), isMore, asksShown, asksName, asksDays, label: ownLabel(paper) };
      return { asks, form };
    }
    await inBoxNames(() => changeSettings(portal, actor, { change, expectedVersion: expectedVersion(form) }));
    return redirectInApp(list, "own-paper-saved");
  });

/** The settings check everything that was typed. */
const typedPaper = (form: FormValues, before: OwnPaper | undefined): Omit<OwnPaper, "id"> => ({
  audience: ownAudiences.find((one) => one === form["audience"]) ?? "staff",
  labels: textsIn(form, "label", before?.labels),
  hasLastDay: "hasLastDay" in form,
  isForMany: "isForMany" in form,
  icon: documentKinds.find((one) => one === form["icon"]),
  isSearched: "isSearched" in form,
  onPages: pageChoices.find((onPages) => onPages.join(" ") === form["onPages"]) ?? ["/"],
  isRemoved: before?.isRemoved ?? false,
});

type Asks = Counted & Record<"isMore" | "asksShown" | "asksName" | "asksDays", boolean> & { label: string };

const saidOf = (asks: Asks) => [
  ...(asks.asksShown ? [m.own_field_ask_shown({ name: asks.label })] : []),
  ...(asks.asksName ? [m.own_paper_ask_name({ name: asks.label })] : []),
  ...(asks.asksDays ? [m.own_paper_ask_days({ name: asks.label })] : []),
  (asks.isMore ? m.own_paper_ask_papers_more : m.own_paper_ask_papers)(asks),
  m.own_paper_ask_copies(),
];

/** Adds or changes one of the operator's own papers. */
export default function OwnPaperPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.own_paper_title()} answer={actionData}>
      {(sent) =>
        sent && "asks" in sent ? (
          <ShownQuestion
            form={sent.form}
            page={list}
            action={addressOfOwnPaper(loaderData.id)}
            says={saidOf(sent.asks)}
          />
        ) : (
          <OwnPaperForm key={loaderData.id} {...loaderData} sent={sent} />
        )
      }
    </FormPage>
  );
}

type OwnPaperFormProps = Route.ComponentProps["loaderData"] & { sent: FormResult | undefined };

function OwnPaperForm({ id, version, filled, languages, draft, today, sent }: OwnPaperFormProps) {
  const names = [...labelBoxes(languages), "icon", "audience", "onPages"];
  const { field, problem } = shownForm(sent, names, { filled, own, ownFields });
  const isTicked = (name: string) => name in (sent?.values ?? filled);
  const [typed, onChange] = useTypedValues(sent?.values ?? filled);
  return (
    <div className="with-preview">
      <SendForm
        action={addressOfOwnPaper(id)}
        className="grid max-w-xl content-start gap-5"
        problem={problem}
        hidden={{ version }}
        onChange={onChange}
      >
        <PageDraft {...draft} cameBack={sent !== undefined} />
        <Labels {...{ languages, field }} />
        <Field
          {...field("icon")}
          label={m.own_paper_icon()}
          choices={[
            { value: "", label: m.own_paper_icon_none() },
            ...documentKinds.map((kind) => ({ value: kind, label: documentTitle(kind, "/") })),
          ]}
        />
        <Tick name="hasLastDay" label={m.own_paper_has_last_day()} isChosen={isTicked("hasLastDay")} />
        <Tick name="isForMany" label={m.own_paper_is_for_many()} isChosen={isTicked("isForMany")} />
        <AudienceField field={field} />
        <Field
          {...field("onPages")}
          label={m.own_paper_on_pages()}
          hint={m.own_paper_on_pages_hint()}
          choices={pageChoices.map((onPages) => ({ value: onPages.join(" "), label: onPagesWords(onPages) }))}
        />
        <div className="grid gap-1">
          <Tick name="isSearched" label={m.own_paper_is_searched()} isChosen={isTicked("isSearched")} />
          <p className="border-s-4 border-line-strong ps-4 text-quiet">{m.own_paper_searched_text()}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button>{m.save()}</Button>
          <TextLink to={list} label={m.own_papers_title()} className="px-2" />
        </div>
      </SendForm>
      <PaperPreview typed={typed} where={onPagesWords((typed["onPages"] ?? "").split(" "))} published={today} />
    </div>
  );
}

const own = { stale: m.settings_stale, invalid: m.own_papers_full };
const ownFields = {
  "label.en": {
    required: m.own_field_label_missing,
    "sent-twice": m.own_paper_label_taken,
    "of-program": m.own_label_of_program,
  },
};
