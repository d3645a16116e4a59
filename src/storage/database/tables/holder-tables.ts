import { big, bytes, code, count, orNull, rowHash, table, text } from "./table.ts";

const ofRecord = "references candidate (id) on delete cascade";
const ofHolder = "references holder (id) on delete cascade";

/** The holders of records, and visitors who wait for a record. */
export const holderTables = {
  /**
   * A link to the holder's page that is not used yet. A record has at most one. A restored card would work again even
   * if it was used after the backup.
   */
  holder_link: table({
    key: ["candidate_id"],
    leftOutOfBackups: true,
    columns: {
      candidate_id: code(ofRecord),
      /** The SHA-256 of the code. */
      code_hash: bytes("unique"),
      made_at: big(),
      works_from: big(),
      ends_at: big(),
      /** Who made it, why, and who witnessed it, sealed under the key of the record. */
      sealed: bytes(),
      row_hash: rowHash,
    },
    indexes: { holder_link_by_end: "(ends_at)" },
  }),

  /** The device that opens the holder's page of a record. A record has at most one. */
  holder: table({
    key: ["id"],
    notBound: ["tell_at", "tell", "sealed"],
    columns: {
      id: code(),
      candidate_id: code(`unique ${ofRecord}`),
      /** The SHA-256 of the secret in the device's cookie. */
      device_hash: bytes(),
      bound_at: big(),
      /** The SHA-256 of the secret of the page that is open on the device. */
      opened_hash: orNull(bytes()),
      opened_until: orNull(big()),
      /** When the holder is told something by mail, and what. Null and "" if nothing happened. */
      tell_at: orNull(big()),
      tell: text(),
      /** The student whose account opens the page too. */
      person_id: orNull(code("references person (id) on delete set null")),
      /** The hash of the PIN, the passkey and the email address, sealed under the key of the record. */
      sealed: bytes(),
      row_hash: rowHash,
    },
    indexes: { holder_by_tell: "(tell_at)", holder_by_person: "(person_id)" },
  }),

  /** One row for each day on which visitors found the record of a holder. Only the holder sees it. */
  holder_look: table({
    key: ["holder_id", "day"],
    columns: {
      holder_id: code(ofHolder),
      day: code(),
      /** How often, in which ways and from which countries, sealed under the key of the record. */
      sealed: bytes(),
    },
    indexes: { holder_look_by_day: "(day)" },
  }),

  /** A report that the holder wrote on their own page. */
  holder_report: table({
    key: ["report_id"],
    columns: {
      report_id: code("references report (id) on delete cascade"),
      holder_id: code(ofHolder),
    },
    indexes: { holder_report_by_holder: "(holder_id)" },
  }),

  /**
   * What the holder of a record lets others see for a while. A restored code would work again even if it was ended
   * after the backup.
   */
  share_code: table({
    key: ["id"],
    leftOutOfBackups: true,
    columns: {
      id: code(),
      holder_id: code(ofHolder),
      /** A keyed hash of the code and the first name. */
      code_hash: bytes("unique"),
      made_at: big(),
      /** If the holder ended the code, the time of that. */
      ends_at: big(),
      most_uses: count(),
      uses: count(),
      /** The day of each use, separated by spaces. */
      used_days: code(),
      /** The recipient, the holder's words and the documents, sealed under the key of the record. */
      sealed: bytes(),
    },
    indexes: { share_code_by_holder: "(holder_id)", share_code_by_end: "(ends_at)" },
  }),

  /**
   * Somebody waits for a record with this number. It is compared with both kinds of numbers. People who were told after
   * a backup, or stopped the mails, would be mailed again after a restore.
   */
  watch: table({
    key: ["id"],
    withoutRowid: true,
    leftOutOfBackups: true,
    columns: {
      id: code(),
      /** A keyed hash of the mailbox. */
      mailbox_index: bytes(),
      passport_index: bytes(),
      ircc_index: bytes(),
      /** Null until the owner of the mailbox has confirmed the watch. */
      confirmed_at: orNull(big()),
      ends_at: big(),
      /** When the watch was last compared with a record that has this number but another name; null if never. */
      compared_at: orNull(big()),
      /** The key set that made the indexes and wrapped the key. */
      key_set: code(),
      wrapped_key: bytes(),
      /** The number, the email address, the language, and the name if the lookup policy compares names. */
      sealed: bytes(),
    },
    indexes: {
      watch_by_mailbox: "(mailbox_index)",
      watch_by_passport: "(passport_index)",
      watch_by_ircc: "(ircc_index)",
      watch_by_end: "(ends_at)",
      watch_by_key_set: "(key_set)",
    },
  }),

  /** A mailbox that gets no mails about watches for a while. */
  watch_stop: table({
    key: ["mailbox_index"],
    withoutRowid: true,
    columns: {
      mailbox_index: bytes(),
      ends_at: big(),
    },
  }),
};
