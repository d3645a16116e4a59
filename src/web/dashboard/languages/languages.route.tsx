import type { ReactNode } from "react";
import { Form, Link } from "react-router";
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
import { pageText } from "#i18n/page-texts.ts";
import { writtenCount } from "#i18n/written.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSettings, versionedSettings } from "#operations/settings/current-settings.ts";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import type { FlashMessageId } from "../frame/flash-messages.ts";
import { readPage } from "../frame/read-page.server.ts";
import { answerButtons, type Buttons } from "../frame/run-action.server.ts";
import { BackToSettings } from "../settings/back-to-settings.tsx";
import { lackingMessages } from "./lacking-messages.server.ts";
import type { Route } from "./+types/languages.route.ts";

const page = pages.languages.path;

export const loader = (asked: Route.LoaderArgs) =>
  readPage(asked, async ({ portal }) => {
    const { settings, version } = await versionedSettings(portal);
    const shown = addedLanguages.map(async (language) => ({
      language,
      ...stateOf(settings.languages, language),
      messages: await lackingMessages(language),
      texts: textPages
        .filter((text) => !settings.texts[text]?.[language])
        .map((text) => ({ text, title: pageText(settings.texts, text, "en").title })),
    }));
    return { version, shown: await Promise.all(shown) };
  });

const off = { isOn: false, isConfirmed: false };
const stateOf = (settings: LanguageSettings, language: AddedLanguage) => settings[language] ?? off;

const changes = {
  on: { isOn: true },
  off: { isOn: false },
  confirm: { isConfirmed: true },
  doubt: { isConfirmed: false },
} as const;

const button = (change: Partial<typeof off>, flash: FlashMessageId): Buttons[string] => ({
  flash,
  work: async (portal, actor, { id, expectedVersion }) => {
    if (!isAddedLanguage(id)) throw new PortalError("not-found");
    const { languages } = await currentSettings(portal);
    const changed = { ...languages, [id]: { ...stateOf(languages, id), ...change } };
    return changeSettings(portal, actor, { change: { languages: changed }, expectedVersion });
  },
});

const buttons: Buttons = {
  on: button(changes.on, "language-on"),
  off: button(changes.off, "language-off"),
  confirm: button(changes.confirm, "language-confirmed"),
  doubt: button(changes.doubt, "language-doubted"),
};

export const action = (sent: Route.ActionArgs) => answerButtons(sent, { page, buttons });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function Languages({ loaderData: { version, shown }, actionData }: Route.ComponentProps) {
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

const OneLanguage = ({ language, isOn, isConfirmed, messages, texts, version }: OneLanguageProps) => (
  <section aria-labelledby={language} className="grid max-w-prose gap-3 border-t border-line pt-5">
    <h2 id={language} lang={language} className="text-22">
      <bdi>{languageNames[language]}</bdi>
    </h2>
    <p>
      {isOn ? m.language_is_on() : m.language_is_off()}{" "}
      {isConfirmed ? m.language_is_confirmed() : m.language_is_draft()}
    </p>
    <Form method="post" action={page} className="flex flex-wrap gap-3">
      <HiddenFields fields={{ id: language, version: String(version) }} />
      <StateButton name={languageNames[language]} does={isOn ? "off" : "on"} />
      <StateButton name={languageNames[language]} does={isConfirmed ? "doubt" : "confirm"} />
    </Form>
    <Lacking summary={m.language_lacks_messages({ count: writtenCount(messages.length) })}>
      {messages.map(({ key, english }) => (
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
  </section>
);

const buttonWords = {
  on: m.language_switch_on,
  off: m.language_switch_off,
  confirm: m.language_confirm,
  doubt: m.language_doubt,
} satisfies Record<keyof typeof changes, () => string>;

const StateButton = ({ name, does }: { name: string; does: keyof typeof changes }) => (
  <Button name="do" value={does} look="secondary">
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
