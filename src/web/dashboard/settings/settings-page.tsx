import { m } from "#i18n/compiled/messages.js";
import type { FormResult } from "#design/form/form-result.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { MailNote } from "../frame/mail-note.tsx";
import { settingsParts } from "./section-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { sectionIds, type ShownSection } from "./sections.ts";

type SettingsPageProps = {
  sections: readonly ShownSection[];
  /** Whether mails go no further than into a folder. */
  keepsMail: boolean;
  /** The form that came back. */
  sent: FormResult | undefined;
};

/** All that an admin sets while the site runs, but for menus, texts and the date, which have pages of their own. */
export const SettingsPage = ({ sections, keepsMail, sent }: SettingsPageProps) => (
  <PageFrame title={m.settings_title()}>
    <p className="max-w-prose text-quiet">{m.settings_text()}</p>
    {keepsMail && <MailNote />}
    <PartsOfPage />
    <div className="grid max-w-xl grid-cols-1 gap-10">
      {sections.map((section) => {
        const { id } = section;
        const own = sent?.values["section"] === id ? sent : undefined;
        return <SectionForm key={id} {...settingsParts[id]} section={section} sent={own} />;
      })}
      {!keepsMail && (
        <section aria-labelledby="mail" className="grid gap-2 border-t border-line pt-5">
          <h2 id="mail" className="text-22">
            {m.settings_mail()}
          </h2>
          <p className="text-quiet">{m.settings_mail_sent()}</p>
        </section>
      )}
    </div>
  </PageFrame>
);

const PartsOfPage = () => (
  <nav aria-label={m.settings_parts()}>
    <ul className="flex flex-wrap gap-x-6">
      {sectionIds.map((id) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-flex min-h-11 items-center">
            {settingsParts[id].title()}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
