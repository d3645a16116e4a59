import { data, Link } from "react-router";
import type { VersionedSettings } from "#core/settings/settings.ts";
import { isTextPage, parsePageText, type TextPage, textPages } from "#core/texts/page-text.ts";
import { isLanguage, type Language, languageNames, languagesOn } from "#core/settings/languages.ts";
import { m } from "#i18n/compiled/messages.js";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import { versionedSettings } from "#operations/portal/current-settings.ts";
import { changeText, resetText } from "#operations/settings/change-settings.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { siteFacts } from "../../frame/site/site-facts.server.ts";
import { failureOf } from "../../frame/submit-form.server.ts";
import { blanksOf } from "../../texts/blanks.ts";
import { pages } from "../../pages.ts";
import { endDraftOf, shownPageDraft } from "../page-draft/page-draft.server.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { type ShownText, TextForm, type TextResult } from "./text-form.tsx";
import type { Route } from "./+types/texts.route.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const chosen = chosenText(args.url);
    const versioned = await versionedSettings(portal);
    if (!chosen) return { rows: listedTexts(versioned), form: null, draft: null };
    const { operator, address } = siteFacts(versioned.settings, portal.publicOrigin);
    const text = shownText(versioned, chosen);
    const blanks = blanksOf(operator, address);
    const form = { action: formAddress(chosen), text, isOwn: isOwnText(versioned, chosen), blanks };
    return { rows: [], form, draft: await shownPageDraft(portal, actor, `text:${chosen.page}:${chosen.language}`) };
  });

export async function action({ request, url, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const chosen = chosenText(url);
  if (!chosen) return redirectInApp(pages.texts.path);
  const form = await readForm(request);
  const { title = "", body = "", version = "" } = form;
  const pressed = buttons.find((button) => button === form["does"]) ?? "save";
  const again = { pressed, values: { ...chosen, title, body, version }, problem: null, fields: {}, at: portal.now() };
  const target = { ...chosen, expectedVersion: expectedVersion(form) };
  try {
    if (pressed === "reset") await resetText(portal, actor, target);
    else if (pressed === "save") await changeText(portal, actor, target, { title, body });
    else if (pressed === "preview") parsePageText({ title, body });
    if (pressed === "preview" || pressed === "ask-reset") return data<TextResult>(again);
    await endDraftOf(portal, actor, form["page-draft"]);
    return redirectInApp(formAddress(chosen), pressed === "reset" ? "text-reset" : "text-saved");
  } catch (error) {
    const { status, ...refusal } = failureOf(visit, error);
    if (refusal.problem !== "stale") return data<TextResult>({ ...again, ...refusal }, status);
    const now = await orErrorPage(visit, () => versionedSettings(portal));
    // The typed values stay, with the new version: the user reads that others changed something, and may save again.
    const values = pressed === "reset" ? shownText(now, chosen) : { ...again.values, version: String(now.version) };
    return data<TextResult>({ ...again, ...refusal, values }, status);
  }
}

const buttons = ["save", "reset", "preview", "ask-reset"] as const;

type ChosenText = { page: TextPage; language: Language };

/** The page and language in the URL; null for the list of all texts. */
function chosenText({ searchParams }: URL): ChosenText | null {
  const page = searchParams.get("page") ?? "";
  const language = searchParams.get("language") ?? "";
  return isTextPage(page) && isLanguage(language) ? { page, language } : null;
}

const formAddress = (chosen: ChosenText): string => `${pages.texts.path}?${new URLSearchParams(chosen).toString()}`;

const listedTexts = (versioned: VersionedSettings) =>
  textPages.map((page) => ({
    id: page,
    title: pageText(versioned.settings.texts, page, spokenLocale()).title,
    texts: languagesOn(versioned.settings.languages).map((language) => ({
      language,
      isOwn: isOwnText(versioned, { page, language }),
      address: formAddress({ page, language }),
    })),
  }));

const isOwnText = ({ settings: { texts } }: VersionedSettings, { page, language }: ChosenText): boolean =>
  texts[page]?.[language] !== undefined;

const shownText = ({ settings, version }: VersionedSettings, { page, language }: ChosenText): ShownText => ({
  page,
  language,
  ...pageText(settings.texts, page, language),
  version: String(version),
});

export default function Texts({ loaderData: { rows, form, draft }, actionData }: Route.ComponentProps) {
  if (!form) return <TextList rows={rows} />;
  const { title, language } = form.text;
  return (
    <FormPage title={`${title} · ${languageNames[language]}`} answer={actionData}>
      {(sent) => <TextForm {...form} draft={draft} sent={sent} />}
    </FormPage>
  );
}

type ListedText = ReturnType<typeof listedTexts>[number];

const TextList = ({ rows }: { rows: readonly ListedText[] }) => (
  <PageFrame title={m.texts_title()}>
    <p className="max-w-prose text-quiet">{m.texts_text()}</p>
    <DataTable caption={m.texts_title()} columns={columns()} rows={rows} />
  </PageFrame>
);

const columns = (): Column<ListedText>[] => [
  {
    title: m.texts_page(),
    look: "main",
    cell: ({ id, title }) => (
      <span className="grid py-1">
        <span className="font-semibold">{title}</span>
        <a href={`/${id}`} className="py-0.5 text-quiet">
          /{id}
        </a>
      </span>
    ),
  },
  {
    title: m.texts_language(),
    cell: ({ title, texts }) => (
      <ul className="flex flex-wrap gap-x-6">
        {texts.map(({ language, isOwn, address }) => (
          <li key={language}>
            <Link to={address} className="row-button">
              <span lang={language}>{languageNames[language]}</span>
              <span className="sr-only"> {title}</span>
            </Link>{" "}
            <span className="text-quiet">{isOwn ? m.texts_own() : m.texts_delivered()}</span>
          </li>
        ))}
      </ul>
    ),
  },
];
