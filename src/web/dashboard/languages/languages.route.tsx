import { catalogVersions } from "#i18n/compiled/catalog-versions.js";
import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  type AddedLanguage,
  addedLanguages,
  isAddedLanguage,
  languageNames,
  type LanguageSettings,
} from "#core/settings/languages.ts";
import { textPages } from "#core/texts/page-text.ts";
import { PortalError } from "#core/errors.ts";
import { m } from "#i18n/compiled/messages.js";
import { inLanguage } from "#i18n/offered-locales.ts";
import { pageText } from "#i18n/page-texts.ts";
import { writtenCount } from "#i18n/written.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/portal/current-settings.ts";
import { Button } from "#design/form/button.tsx";
import { FoldedSection } from "#design/folded-section.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import type { FlashMessageId } from "../../frame/flash/flash-messages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons, type Buttons } from "../frame/run-action.server.ts";
import { BackToSettings } from "../settings/back-to-settings.tsx";
import { visitorWords } from "./visitor-words.server.ts";
import type { Route } from "./+types/languages.route.ts";

const page = pages.languages.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }) => {
    const { settings, version } = await versionedSettings(portal);
    const wanted = new URL(args.request.url).searchParams.get("read") ?? "";
    const reading = isAddedLanguage(wanted) ? { language: wanted, words: await visitorWords(wanted) } : null;
    const shown = addedLanguages.map(async (language) => ({
      language,
      ...stateOf(settings.languages, language),
      lacking: (await visitorWords(language)).filter(({ translated }) => translated === null),
      texts: textPages
        .filter((text) => settings.texts[text] && !settings.texts[text][language])
        .map((text) => ({ text, title: pageText(settings.texts, text, "en").title })),
    }));
    return { version, reading, shown: reading ? [] : await Promise.all(shown) };
  });

const off = { isOn: false, confirmed: "" };

/** A language is confirmed with its current words, or outdated if its words have changed since it was confirmed. */
function stateOf(settings: LanguageSettings, language: AddedLanguage) {
  const { isOn, confirmed } = settings[language] ?? off;
  const isConfirmed = confirmed === catalogVersions[language];
  return { isOn, isConfirmed, isOutdated: confirmed !== "" && !isConfirmed };
}

type Change = (language: AddedLanguage) => Partial<typeof off>;

const changes = {
  on: () => ({ isOn: true }),
  off: () => ({ isOn: false }),
  confirm: (language) => ({ confirmed: catalogVersions[language] }),
  doubt: () => ({ confirmed: "" }),
} as const satisfies Record<string, Change>;

const button = (change: Change, flash: FlashMessageId): Buttons[string] => ({
  flash,
  work: async (portal, actor, { id, expectedVersion }) => {
    if (!isAddedLanguage(id)) throw new PortalError("not-found");
    const { languages } = await currentSettings(portal);
    const changed = { ...languages, [id]: { ...(languages[id] ?? off), ...change(id) } };
    return changeSettings(portal, actor, { change: { languages: changed }, expectedVersion });
  },
});

const buttons: Buttons = {
  on: button(changes.on, "language-on"),
  off: button(changes.off, "language-off"),
  confirm: button(changes.confirm, "language-confirmed"),
  doubt: button(changes.doubt, "language-doubted"),
};

export const action = (args: Route.ActionArgs) => handleButtons(args, { page, buttons });

export default function Languages({ loaderData: { version, reading, shown }, actionData }: Route.ComponentProps) {
  if (reading) return <Reading {...reading} version={version} answer={actionData} />;
  return (
    <FormPage title={m.languages_title()} answer={actionData}>
      <BackToSettings />
      <div className="grid max-w-prose gap-2">
        <p>{m.languages_text()}</p>
        <p className="text-quiet">{m.languages_staff()}</p>
      </div>
      {shown.map((one) => (
        <OneLanguage key={one.language} {...one} version={version} />
      ))}
    </FormPage>
  );
}

type OneLanguageProps = Route.ComponentProps["loaderData"]["shown"][number] & { version: number };

const OneLanguage = ({ language, isOn, isConfirmed, isOutdated, lacking, texts, version }: OneLanguageProps) => (
  <FormPart id={language} title={<bdi lang={language}>{languageNames[language]}</bdi>} className="max-w-prose gap-3">
    <p>
      {isOn ? m.language_is_on() : m.language_is_off()}{" "}
      {isConfirmed ? m.language_is_confirmed() : isOutdated ? m.language_is_outdated() : m.language_is_draft()}
    </p>
    <SendForm
      action={page}
      className="flex flex-wrap items-center gap-3"
      hidden={{ id: language, version: String(version) }}
    >
      <StateButton name={languageNames[language]} does={isOn ? "off" : "on"} />
      {isConfirmed && <StateButton name={languageNames[language]} does="doubt" />}
      <Link to={`${page}?read=${language}`} className="row-button">
        {m.language_read()}
        <span className="sr-only"> {languageNames[language]}</span>
      </Link>
    </SendForm>
    <Lacking summary={m.language_lacks_messages({ count: writtenCount(lacking.length) })}>
      {lacking.map(({ key, english }) => (
        <li key={key} className="wrap-anywhere">
          {english}
        </li>
      ))}
    </Lacking>
    <Lacking summary={m.language_lacks_texts({ count: writtenCount(texts.length) })}>
      {texts.map(({ text, title }) => (
        <li key={text}>
          {isOn ? <Link to={`${pages.texts.path}?page=${text}&language=${language}`}>{title}</Link> : title}
        </li>
      ))}
    </Lacking>
  </FormPart>
);

type ReadingProps = NonNullable<Route.ComponentProps["loaderData"]["reading"]> & {
  version: number;
  answer: Route.ComponentProps["actionData"];
};

/** Shows all words of a language beside the English ones, folded in parts, with a button for the person who has read them. */
const Reading = ({ language, words, version, answer }: ReadingProps) => (
  <FormPage title={m.language_reading({ language: languageNames[language] })} answer={answer}>
    <p className="max-w-prose">{m.language_reading_text()}</p>
    <div>
      {inParts(words).map((part) => (
        <FoldedSection
          key={part.from}
          title={m.language_reading_part({ from: writtenCount(part.from), to: writtenCount(part.to) })}
        >
          <WordsOf language={language} words={part.words} />
        </FoldedSection>
      ))}
    </div>
    <SendForm action={page} className="flex flex-wrap gap-3" hidden={{ id: language, version: String(version) }}>
      <StateButton name={languageNames[language]} does="confirm" />
    </SendForm>
  </FormPage>
);

const wordsInPart = 60;

function inParts(words: ReadingProps["words"]) {
  const starts = Array.from({ length: Math.ceil(words.length / wordsInPart) }, (_, part) => part * wordsInPart);
  return starts.map((start) => {
    const part = words.slice(start, start + wordsInPart);
    return { from: start + 1, to: start + part.length, words: part };
  });
}

const WordsOf = ({ language, words }: Pick<ReadingProps, "language" | "words">) => (
  <dl className="grid gap-x-8 text-16">
    {words.map(({ key, english, translated }) => (
      <div key={key} className="grid gap-x-8 gap-y-1 border-t border-line py-2 sm:grid-cols-2">
        <dt className="whitespace-pre-line text-quiet wrap-anywhere" lang="en">
          {english}
        </dt>
        <dd className="whitespace-pre-line wrap-anywhere" {...(translated !== null && inLanguage(language))}>
          {translated ?? m.language_reading_lacks()}
        </dd>
      </div>
    ))}
  </dl>
);

const buttonWords = {
  on: m.language_switch_on,
  off: m.language_switch_off,
  confirm: m.language_confirm,
  doubt: m.language_doubt,
} satisfies Record<keyof typeof changes, () => string>;

const StateButton = ({ name, does }: { name: string; does: keyof typeof changes }) => (
  <Button name="do" value={does} variant="secondary">
    {buttonWords[does]()}
    <span className="sr-only"> {name}</span>
  </Button>
);

const Lacking = ({ summary, children }: { summary: string; children: ReactNode[] }) =>
  children.length === 0 ? (
    <p className="text-quiet">{summary}</p>
  ) : (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">{summary}</summary>
      <ul className="grid list-disc gap-1 ps-6 text-16">{children}</ul>
    </details>
  );
