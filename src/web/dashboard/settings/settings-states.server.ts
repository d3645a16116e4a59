import { usedOf } from "#core/own-fields/own-field.ts";
import { features, isOn } from "#core/settings/features.ts";
import { languageNames, languagesOn } from "#core/settings/languages.ts";
import { proposedHere, waitsForLook } from "#core/settings/proposed-offices.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { MailState } from "#core/settings/mail-server.ts";
import type { SignIn } from "#core/settings/sign-in.ts";
import { m } from "#i18n/compiled/messages.js";
import { secondTitle } from "#i18n/second-number.ts";
import { type BoxName, settingWordsOf } from "#i18n/setting-words.ts";
import { messageCount, writtenCount } from "#i18n/written.ts";
import { pages } from "../../pages.ts";
import { sectionPath } from "./settings-pages.ts";

/** What is set on each page of the settings, in few words, by its path. A page without such words is left out. */
export function settingsStates(settings: Settings, { providers }: SignIn, mails: MailState): States {
  const toLookAt = new Set(
    proposedHere(settings)
      .filter(waitsForLook)
      .map(({ to }) => to),
  ).size;
  return {
    [sectionPath("operator")]: settings.operator.name || m.settings_state_unset(),
    [pages.appearance.path]: settings.logo || settings.accent ? m.settings_state_own() : m.settings_state_unset(),
    [pages.languages.path]: languagesOn(settings.languages)
      .map((language) => languageNames[language])
      .join(", "),
    [sectionPath("publishing")]: choiceOf("lookupPolicy", settings.lookupPolicy),
    [sectionPath("features")]: m.settings_state_features({
      on: writtenCount(features.filter((feature) => isOn(settings, feature)).length),
      all: writtenCount(features.length),
    }),
    ...(toLookAt > 0 && { [pages.sets.path]: m.sets_to_look_at(messageCount(toLookAt)) }),
    [pages.secondNumber.path]: secondTitle(),
    [pages.ownFields.path]: writtenCount(usedOf(settings.ownFields).length),
    [pages.ownPapers.path]: m.settings_state_papers({ count: writtenCount(usedOf(settings.ownPapers).length) }),
    [sectionPath("records")]: settings.fourEyes ? m.settings_four_eyes() : m.settings_state_one(),
    [sectionPath("retention")]:
      settings.retention.since === "never"
        ? m.settings_retention_never()
        : m.settings_state_months(messageCount(settings.retention.months)),
    [sectionPath("accounts")]: choiceOf("registration", settings.registration),
    [pages.signIn.path]: providers.map(({ name }) => name).join(", ") || m.settings_state_unset(),
    [pages.mailServer.path]: mailWords[mails](),
    [sectionPath("backups")]: settings.backups.isOn ? m.second_step_on() : m.second_step_off(),
  };
}

type States = Readonly<Record<string, string>>;

const mailWords = { kept: m.mail_kept_title, late: m.mail_late_title, sent: m.settings_state_mails };

function choiceOf(box: BoxName, chosen: string): string {
  const { label, choices } = settingWordsOf(box);
  return `${label()}: ${choices?.[chosen]?.label() ?? ""}`;
}
