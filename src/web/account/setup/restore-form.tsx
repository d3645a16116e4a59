import { m } from "#i18n/compiled/messages.js";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import type { FormResult } from "#design/form/form-result.ts";
import { pages } from "../../pages.ts";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";

const restorePath = `${pages.setup.path}?from=backup`;

/** Both ways to begin: a new site, or that of a backup. */
export const SetupWays = ({ isRestore }: { isRestore: boolean }) => (
  <nav aria-label={m.setup_ways()} className="flex flex-wrap gap-3">
    {[
      { to: pages.setup.path, label: m.setup_new(), isCurrent: !isRestore },
      { to: restorePath, label: m.setup_from_backup(), isCurrent: isRestore },
    ].map(({ to, label, isCurrent }) => (
      <a
        key={to}
        href={to}
        aria-current={isCurrent ? "page" : undefined}
        className={buttonClass({ variant: isCurrent ? "primary" : "secondary", size: "small" })}
      >
        {label}
      </a>
    ))}
  </nav>
);

/** What the page of a restore shows. All figures are formatted text. */
export type ShownRestore = {
  /** The place of BACKUP_URL; null if it is not set. */
  usualPlace: string | null;
  /** True if SECRET is set, so that no words are needed. */
  isSecretGiven: boolean;
  result:
    | { problem: string }
    | (Record<"madeAt" | "records" | "accounts" | "documents" | "erasedAgain", string> & {
        problem: null;
        /** Null if every deletion was repeated. */
        notErased: string | null;
      })
    | null;
};

type RestorePageProps = ShownRestore & { token: string; actionData: FormResult | undefined };

export function RestorePage({ usualPlace, isSecretGiven, result, token, actionData }: RestorePageProps) {
  const fields = isSecretGiven ? ["place"] : ["place", "words"];
  const { problems, field } = shownAccountForm(actionData, fields);
  return (
    <AccountPage title={m.setup_title()} text={m.setup_restore_text()}>
      <SetupWays isRestore />
      {typeof result?.problem === "string" && (
        <Alarm>
          {m.setup_restore_failed()} <span lang="en">{result.problem}</span>
        </Alarm>
      )}
      <AccountForm action={restorePath} problems={problems} hidden={{ token, from: "backup" }}>
        <Field
          {...field("place")}
          label={m.setup_place()}
          hint={usualPlace === null ? m.setup_place_hint() : m.setup_place_usual({ place: usualPlace })}
          type="url"
          autoComplete="off"
          required={usualPlace === null}
        />
        {isSecretGiven ? (
          <p className="text-quiet">{m.setup_secret_given()}</p>
        ) : (
          <Field
            {...field("words")}
            label={m.setup_words()}
            hint={m.setup_words_hint()}
            rows={6}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Button>{m.setup_restore_button()}</Button>
      </AccountForm>
    </AccountPage>
  );
}

export const RestoredPage = (result: Extract<NonNullable<ShownRestore["result"]>, { problem: null }>) => (
  <AccountPage title={m.setup_restored_title()} text={m.setup_restored_text()}>
    <Facts>
      <Fact term={m.setup_restored_until()}>{result.madeAt}</Fact>
      <Fact term={m.backups_records()}>{result.records}</Fact>
      <Fact term={m.backups_documents()}>{result.documents}</Fact>
      <Fact term={m.setup_restored_accounts()}>{result.accounts}</Fact>
      <Fact term={m.setup_restored_erased()}>{result.erasedAgain}</Fact>
    </Facts>
    {result.notErased !== null && <Alarm>{m.setup_restored_not_erased({ count: result.notErased })}</Alarm>}
    <a href={pages.login.path} className={buttonClass({})}>
      {m.setup_restored_sign_in()}
    </a>
  </AccountPage>
);
