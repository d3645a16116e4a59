import type { Generated } from "kysely";
import type { AlertKind } from "#core/accounts/alerts.ts";
import type { KeyScope } from "#core/accounts/api-keys.ts";
import type { Role } from "#core/accounts/roles.ts";

export type AccountTables = {
  person: {
    id: string;
    /** In lower case, ASCII only. */
    email: string;
    email_confirmed: 0 | 1;
    name: string;
    photo_url: string | null;
    has_totp: Generated<0 | 1>;
    added_at: number;
    changed_at: number;
  };

  /** What a person may do. A person without a row is a student. */
  staff: {
    person_id: string;
    role: Role;
    given_by: string;
    given_at: number;
    /** A suspended person has no rights from this time on. Code that suspends must also delete their sessions. */
    suspended_at: number | null;
    suspended_by: string | null;
  };

  session: {
    id: string;
    person_id: string;
    /** Half of a cookie: it is useless without the signature. */
    token: string;
    started_at: number;
    /** Updated with use, at most once a minute. */
    used_at: number;
    expires_at: number;
    changed_at: number;
    /** The time at which the session last showed the second factor. */
    proved_at: number | null;
    browser: string;
  };

  sign_in_method: {
    id: string;
    person_id: string;
    /** `credential` is the password. */
    provider: string;
    provider_account: string;
    password_hash: string | null;
    added_at: number;
    changed_at: number;
  };

  totp: {
    id: string;
    person_id: string;
    secret: string;
    recovery_codes: string;
    /** 0 until the first correct code of the app. */
    confirmed: 0 | 1;
    /** The newest half minute whose code was accepted. No code up to it is accepted again. */
    last_step: Generated<number>;
  };

  passkey: {
    id: string;
    person_id: string;
    name: string | null;
    public_key: string;
    credential_id: string;
    counter: number;
    device_type: string;
    backed_up: 0 | 1;
    transports: string | null;
    aaguid: string | null;
    added_at: number;
  };

  /** Steps that a browser has begun: a visit to Google, a passkey's challenge, a sign-in that waits for its second factor. */
  verification: {
    id: string;
    identifier: string;
    value: string;
    expires_at: number;
    added_at: number;
    changed_at: number;
  };

  /** The links in our mails. Deleted when used. */
  mailed_link: {
    token_hash: Uint8Array;
    person_id: string;
    purpose: "confirm" | "reset";
    expires_at: number;
  };

  invitation: {
    id: string;
    email: string;
    role: Role;
    token_hash: Uint8Array;
    invited_by: string;
    invited_at: number;
    expires_at: number;
    taken_at: number | null;
    taken_by: string | null;
  };

  api_key: {
    id: string;
    person_id: string;
    name: string;
    scope: KeyScope;
    token_hash: Uint8Array;
    made_at: number;
    expires_at: number;
    /** Updated with use, at most once an hour. */
    used_at: number | null;
  };

  /** Something that will be mailed to a person. */
  alert: {
    id: string;
    person_id: string;
    kind: AlertKind;
    /** The record or report that the alert is about. */
    subject_id: string;
    noted_at: number;
    due_at: number;
  };

  alert_choice: {
    person_id: string;
    /** As JSON. */
    choices: string;
  };

  /** How far the audit log was read, and when the daily tasks were last done. */
  alert_mark: {
    id: string;
    value: number;
  };

  /** The link that makes the first admin: one at a time, deleted when used. */
  setup_link: {
    id: "setup";
    token_hash: Uint8Array;
    made_at: number;
    expires_at: number;
  };
};
