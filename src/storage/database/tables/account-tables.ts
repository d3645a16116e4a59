import { alertKinds } from "#core/accounts/alerts.ts";
import { keyScopes } from "#core/accounts/api-keys.ts";
import { heldKinds } from "#core/accounts/held-changes.ts";
import { addedBy, big, bytes, code, codeOf, count, flag, oneOf, orNull, rowHash, table, text } from "./table.ts";

const ofPerson = "references person (id) on delete cascade";

/** Accounts. Deleting a person deletes all their ways to sign in. */
export const accountTables = {
  person: table({
    key: ["id"],
    columns: {
      id: code(),
      /** In lower case, ASCII only. */
      email: code("unique"),
      email_confirmed: flag(),
      name: text(),
      photo_url: orNull(text()),
      /** 1 if sign-in asks for a code: of an app, or a recovery code. */
      has_totp: flag(),
      added_at: big(),
      /** Later with each change of the account, also on a clock that was set back. */
      changed_at: big(),
      /** How the person signs in, as JSON, with a keyed hash of the rows that say so: bound-accounts.ts. */
      ways: addedBy("1.1", orNull(text()), "null"),
      /** A keyed hash of the row, of `staff` and of `ways`. */
      row_hash: rowHash,
    },
    indexes: { person_by_added: "(added_at, id)" },
  }),

  /** An embassy, an employer, an airline: its people check lists of numbers. */
  organisation: table({
    key: ["id"],
    columns: {
      id: code(),
      registry: code(),
      added_at: big(),
      key_set: code(),
      wrapped_key: bytes(),
      /** Its facts and its limits. They belong to the other columns. */
      sealed: bytes(),
    },
    indexes: { organisation_by_key_set: "(key_set)" },
  }),

  /** How many numbers an organisation has checked on a day of the server, and how many of them showed nothing. */
  organisation_day: table({
    key: ["organisation_id", "day"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      organisation_id: code("references organisation (id) on delete cascade"),
      day: code(),
      checked: count(),
      misses: count(),
    },
    indexes: { organisation_day_by_day: "(day)" },
  }),

  /**
   * What an organisation was told of a record, which may be deleted since. People who were told after a backup that this
   * ended would be told again after a restore.
   */
  told_answer: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      /** A hash of the organisation and the record. */
      id: code(),
      organisation_id: code("references organisation (id) on delete cascade"),
      candidate_id: code(),
      ends_at: big(),
      /** When it is compared with what is shown. Null if nothing has changed since. */
      due_at: orNull(big()),
      key_set: code(),
      wrapped_key: bytes(),
      /** What was asked and answered. It belongs to the organisation and the record. */
      sealed: bytes(),
    },
    indexes: {
      told_answer_by_organisation: "(organisation_id)",
      told_answer_by_record: "(candidate_id)",
      told_answer_by_end: "(ends_at)",
      told_answer_by_due: "(due_at)",
      told_answer_by_key_set: "(key_set)",
    },
  }),

  /** What a person may do. A person without a row is a student. */
  staff: table({
    key: ["person_id"],
    columns: {
      person_id: code(ofPerson),
      role: oneOf("admin", "moderator", "organisation", "student"),
      /** Set for the role `organisation` only. */
      organisation_id: orNull(code("references organisation (id)")),
      given_by: code(),
      given_at: big(),
      /** A suspended person has no rights from this time on. Code that suspends must also delete their sessions. */
      suspended_at: orNull(big()),
      suspended_by: orNull(code()),
    },
    indexes: { staff_by_role: "(role)" },
  }),

  /** What the address in `person.photo_url` was read as, for a person with a role. There is none for another address. */
  account_photo: table({
    addedBy: "1.1",
    key: ["id"],
    columns: {
      /** The id of the person. */
      id: code(ofPerson),
      read_at: big(),
      /** 0 if there was no picture. */
      has_image: flag(),
      key_set: code(),
      wrapped_key: bytes(),
      sealed: bytes(),
    },
  }),

  session: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      person_id: code(ofPerson),
      /** Half of a cookie: it is useless without the signature. */
      token: code("unique"),
      started_at: big(),
      /** Updated with use, at most once a minute. */
      used_at: big(),
      expires_at: big(),
      changed_at: big(),
      /** The time at which the session last showed the second factor. */
      proved_at: orNull(big()),
      browser: text(),
      /** The network of its last use: a holder's page that is opened there for the first time is flagged. */
      network: text(),
      row_hash: rowHash,
    },
    indexes: { session_by_person: "(person_id)", session_by_end: "(expires_at)" },
  }),

  sign_in_method: table({
    key: ["id"],
    columns: {
      id: code(),
      person_id: code(ofPerson),
      /** `credential` is the password, and everything else the issuer of an OpenID provider. */
      provider: code(),
      provider_account: code(),
      password_hash: orNull(text()),
      added_at: big(),
      changed_at: big(),
    },
    lines: "unique (provider, provider_account)",
    indexes: { sign_in_method_by_person: "(person_id)" },
  }),

  totp: table({
    key: ["id"],
    notBound: ["key_set", "wrapped_key"],
    columns: {
      id: code(),
      person_id: code(`unique ${ofPerson}`),
      /** 0 until the first correct code of the app. It stays 0 for a person who has recovery codes only. */
      confirmed: flag(),
      /** The newest half minute whose code was accepted. No code up to it is accepted again. */
      last_step: big(),
      key_set: code(),
      wrapped_key: bytes(),
      /** The key of the app, and the recovery codes that were not used yet. */
      sealed: bytes(),
    },
  }),

  passkey: table({
    key: ["id"],
    columns: {
      id: code(),
      person_id: code(ofPerson),
      name: orNull(text()),
      public_key: text(),
      credential_id: code("unique"),
      counter: big(),
      device_type: text(),
      backed_up: flag(),
      transports: orNull(text()),
      aaguid: orNull(text()),
      added_at: big(),
    },
    indexes: { passkey_by_person: "(person_id)" },
  }),

  /** Steps that a browser has begun: a visit to a provider, a passkey's challenge, a sign-in that waits for its second factor. */
  verification: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      identifier: code(),
      value: text(),
      expires_at: big(),
      added_at: big(),
      changed_at: big(),
      row_hash: rowHash,
    },
    indexes: { verification_by_identifier: "(identifier)", verification_by_end: "(expires_at)" },
  }),

  /** The links in our mails. Deleted when used. */
  mailed_link: table({
    key: ["token_hash"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      token_hash: bytes(),
      person_id: code(ofPerson),
      purpose: oneOf("confirm", "reset"),
      expires_at: big(),
      row_hash: rowHash,
    },
    indexes: { mailed_link_by_person: "(person_id, purpose)", mailed_link_by_end: "(expires_at)" },
  }),

  invitation: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      email: code(),
      role: oneOf("admin", "moderator", "organisation", "student"),
      organisation_id: orNull(code("references organisation (id) on delete cascade")),
      token_hash: bytes("unique"),
      invited_by: code(),
      invited_at: big(),
      expires_at: big(),
      row_hash: rowHash,
    },
    indexes: { invitation_by_email: "(email)" },
  }),

  /** Changes that wait for a second admin. */
  held_change: table({
    key: ["id"],
    leftOutOfBackups: true,
    notBound: ["key_set", "wrapped_key"],
    columns: {
      id: code(),
      kind: codeOf(heldKinds),
      /** What the change is about: see `HeldChange`. */
      subject: code(),
      asked_by: code(),
      asked_at: big(),
      due_at: big(),
      key_set: code(),
      wrapped_key: bytes(),
      /** The whole change. It may contain the password of a mail server. */
      sealed: bytes(),
      row_hash: rowHash,
    },
    lines: "unique (kind, subject)",
  }),

  /** The link that makes the first admin: one at a time, deleted when used. */
  setup_link: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: oneOf("setup"),
      token_hash: bytes(),
      made_at: big(),
      expires_at: big(),
      row_hash: rowHash,
    },
  }),

  /** Keys with which programs act for an account. */
  api_key: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    notBound: ["used_at", "used_from", "used_by"],
    columns: {
      id: code(),
      person_id: code(ofPerson),
      name: text(),
      scope: codeOf(keyScopes),
      token_hash: bytes("unique"),
      made_at: big(),
      expires_at: big(),
      /** Updated with use: at most once an hour, once a minute if the network or the program is another. */
      used_at: orNull(big()),
      /** The network of the last use, without its last part. "" before the first use. */
      used_from: text(),
      /** The name that the program gave itself at the last use. */
      used_by: text(),
      row_hash: rowHash,
    },
    indexes: { api_key_by_person: "(person_id)" },
  }),

  /** Something that will be mailed to a person. */
  alert: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: code(),
      person_id: code(ofPerson),
      kind: codeOf(alertKinds),
      /** The record or report that the alert is about. */
      subject_id: code(),
      noted_at: big(),
      due_at: big(),
    },
    indexes: { alert_by_due: "(due_at)", alert_by_person: "(person_id)" },
  }),

  alert_choice: table({
    key: ["person_id"],
    withoutRowid: true,
    columns: {
      person_id: code(ofPerson),
      /** As JSON. */
      choices: text(),
    },
  }),

  /** How far the audit log was read, and when the daily tasks were last done. */
  alert_mark: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: code(),
      value: big(),
    },
  }),
};
