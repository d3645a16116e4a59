/**
 * What a command does with the site of its settings. Only those that begin or restore one make a folder, a secret or a
 * database, and take the steps of a new version. None needs the site stopped: a restore needs an empty place.
 */
export const uses = {
  none: "It needs no site.",
  secret: "It needs only the secret of the site.",
  examines: "It changes nothing, and says what is missing.",
  reads: "It changes no record, and the site may be running.",
  writes: "It changes the site, which may be running.",
  begins: "It makes the folder, the secret and the database of the site if they are missing.",
  restores: "It makes the folder and the database of the site; the secret has to be there.",
} as const;

export type Command = {
  site: keyof typeof uses;
  /** The arguments that follow `attestry COMMAND`. Those in brackets are optional. */
  takes: string;
  does: string;
  /** What a person needs to know who runs the command for the first time. */
  about: string;
  options?: Readonly<Record<string, string>>;
  examples: readonly string[];
  /** The meaning of the exit codes 0 and 1. */
  exits: readonly [done: string, failed: string];
  /** Loaded when the command runs, so that `attestry config` does not wait for a web server to load. */
  load: () => Promise<(args: string[]) => Promise<void>>;
};

const refused = "the command was refused; standard error says why";

export const commands: Readonly<Record<string, Command>> = {
  start: {
    site: "begins",
    takes: "[--dev] [--without-backup] [--new-registry]",
    does: "serve the site",
    about: `Updates the tables of the database, creates missing files in DATA_DIR, and serves the site until Ctrl-C or SIGTERM.
It writes logs as lines of JSON to standard output. Settings come from the environment: see attestry config.`,
    options: {
      "--dev": "reload pages when their sources change, for developers of Attestry",
      "--without-backup": "do not copy the database before a new version changes its tables",
      "--new-registry": "begin a registry that has no records yet beside another one in the same database",
    },
    examples: ["DATA_DIR=/var/lib/attestry PUBLIC_URL=https://check.example.com attestry start"],
    exits: [
      "the site was stopped by a signal, or because a newer version changed the database",
      "the site did not start",
    ],
    load: async () => (await import("./start.ts")).run,
  },
  demo: {
    site: "none",
    takes: "[--set SET]",
    does: "serve a demo site with invented candidates",
    about: `The first run creates a separate folder; DATA_DIR is not used. The command prints what to try and how to sign in. It sends
no mail.`,
    options: {
      "--set SET":
        "as-specified: an agency in Dhaka for Canada and Australia; gulf: one in Kathmandu; default: as-specified",
    },
    examples: ["attestry demo", "PORT=4000 attestry demo --set gulf"],
    exits: ["the demo was stopped by a signal", refused],
    load: async () => (await import("./demo/demo.ts")).run,
  },
  config: {
    site: "none",
    takes: "",
    does: "list all settings with their values and sources",
    about:
      "Reads the environment and prints each setting. For a secret, it prints only whether it is set. It opens no database.",
    examples: ["attestry config"],
    exits: ["all settings are valid", "a setting is not valid; standard error names it"],
    load: async () => (await import("./config.ts")).run,
  },
  "create-admin": {
    site: "writes",
    takes: "--email ADDRESS [--name NAME]",
    does: "create an admin, or give one a new password",
    about: `Asks for the password twice without showing it, or reads it from standard input. If an account has the address already, it
becomes a confirmed admin with this password and is signed out everywhere.`,
    options: {
      "--email ADDRESS": "the address to sign in with",
      "--name NAME": 'the name of a new account; default: "Admin"',
    },
    examples: ["attestry create-admin --email you@example.com --name 'Your Name'"],
    exits: ["the admin can sign in", refused],
    load: async () => (await import("./accounts/create-admin.ts")).run,
  },
  invite: {
    site: "writes",
    takes: "--email ADDRESS [--role ROLE]",
    does: "invite a person by mail to create an account",
    about: `The link in the mail works for 48 hours. A new link to an address replaces the older ones. The running site sends the mail.
Run this command with the same PUBLIC_URL and SMTP_URL as the site.`,
    options: {
      "--email ADDRESS": "the address of the person",
      "--role ROLE": "admin, moderator or student; default: moderator",
    },
    examples: ["attestry invite --email clerk@agency.example --role moderator"],
    exits: ["the mail is queued", refused],
    load: async () => (await import("./accounts/invite.ts")).run,
  },
  "reset-factors": {
    site: "writes",
    takes: "--email ADDRESS",
    does: "remove the second factor and the passkeys of a person who lost the phone",
    about: `Afterwards the person can sign in with the password alone. If something was removed, the person is signed out everywhere and told
by mail.`,
    options: { "--email ADDRESS": "the address of the person" },
    examples: ["attestry reset-factors --email you@example.com"],
    exits: ["the person can sign in with the password alone", refused],
    load: async () => (await import("./accounts/reset-factors.ts")).run,
  },
  suspend: {
    site: "writes",
    takes: "--email ADDRESS --why REASON",
    does: "shut a person out, and say whether they left or are suspected",
    about: `The person is signed out everywhere, and their API keys end. If they are suspected, pages of holders that were opened with their
cards are frozen until somebody else has seen the holder. An admin lets a person in again on the dashboard.`,
    options: { "--email ADDRESS": "the address of the person", "--why REASON": "left or suspected" },
    examples: ["attestry suspend --email clerk@agency.example --why suspected"],
    exits: ["the person is suspended", refused],
    load: async () => (await import("./accounts/suspend.ts")).run,
  },
  changes: {
    site: "writes",
    takes: "[--release ID]",
    does: "list what waits for a second person, or release one of it",
    about: `With the setting fourEyes, changes of admins and of the mail server wait until a second admin agrees, or for 24 hours. Records
and their changes wait until somebody approves them who made no part of them. Without arguments, prints one line for each change, and for
each record that nobody may approve, with its ID. What is released takes effect at once. The audit log says so, and of a record every
admin is told by mail.`,
    options: { "--release ID": "let this change take effect now, or approve this record or its changes" },
    examples: ["attestry changes", "attestry changes --release 0d9e7c52-7a51-4c0a-93c9-0f5f2f1f7a10"],
    exits: ["the changes were listed, or the change took effect", refused],
    load: async () => (await import("./accounts/changes.ts")).run,
  },
  settings: {
    site: "writes",
    takes: "[NAME=VALUE …]",
    does: "list or change the settings of the dashboard",
    about: `Without arguments, prints all settings of the dashboard as JSON. NAME=VALUE changes one; a dot in NAME leads to a nested
setting. The change applies at once in all processes and is written to the audit log. For settings of the environment, see attestry config.`,
    examples: [
      "attestry settings",
      "attestry settings lookupPolicy=guarded secondFactor=required",
      "attestry settings 'operator.phone=+880 2 0000 0000'",
    ],
    exits: ["the settings were printed or changed", refused],
    load: async () => (await import("./settings.ts")).run,
  },
  import: {
    site: "writes",
    takes: "FILE --as ADDRESS [--scans ZIP] [--dry-run]",
    does: "import a table of records",
    about: `FILE is an XLSX or ODS workbook or a CSV file with at most 20,000 rows. Columns are recognized by their headings, including headings that
somebody assigned on the dashboard. A row updates the record with the same passport number, or else with the same IRCC number; if there is
none, it adds a record. A row with a mistake is left out. If the mistake is only in a last day or a document, only that is left out. If
the command is killed, the running site continues the import. The admin sees the report on the dashboard and can undo the import there.`,
    options: {
      "--scans ZIP": "the documents; each file is named by number and kind: 'A1234567 visa.pdf'",
      "--as ADDRESS": "the admin who imports; with the setting fourEyes, another admin has to approve",
      "--dry-run": "show what would happen to each row, and import nothing",
    },
    examples: ["attestry import people.xlsx --scans papers.zip --as you@example.com --dry-run"],
    exits: [
      "no row and no file was left out",
      "some were left out, one line each on standard error; or the import was stopped or refused",
    ],
    load: async () => (await import("./import.ts")).run,
  },
  backup: {
    site: "reads",
    takes: "[TARGET] [--keep 7d,4w,12m] [--begin-anew] | [TARGET] --check",
    does: "back up everything except the secret",
    about: `TARGET is a folder or s3://…; default: BACKUP_URL. The backup holds the database and the documents of
one moment. The next backup to the same folder or bucket copies only what is new. No backup contains the secret: keep it in another place.`,
    options: {
      "--keep LIST":
        "afterwards remove older backups; 7d,4w,12m keeps the last backup of each of 7 days, 4 weeks and 12 months",
      "--begin-anew":
        "use a place that had backups and is empty now; otherwise it is refused, because its disk may not be mounted",
      "--check":
        "make no backup; read the newest one completely, open its database in a temporary folder, and verify it",
    },
    examples: [
      "attestry backup /mnt/backups/attestry --keep 7d,4w,12m",
      "attestry backup /mnt/backups/attestry --check",
    ],
    exits: [
      "the backup was made, or with --check: is intact",
      "the command was refused, something is missing in the backup, or older ones could not be removed",
    ],
    load: async () => (await import("./backup.ts")).run,
  },
  restore: {
    site: "restores",
    takes: "[TARGET] [--at TIME] [--database] [--without-erasures | --incomplete-erasures]",
    does: "restore a site from a backup, in an empty place",
    about: `First set DATA_DIR, DATABASE_URL and BLOB_URL to empty places, and put the secret into SECRET or DATA_DIR/secret. A backup that is damaged
or was made with another secret is refused, and nothing of it is left. With --at, the one before a damaged backup is tried. Data that was
deleted after the backup is deleted again.`,
    options: {
      "--at TIME":
        "use the last complete backup before this time, such as 2026-11-21T18:00Z; without Z it is local time",
      "--database": "restore only the database; backups without documents count, too; documents are not touched",
      "--without-erasures":
        "ignore the list of deletions, for example because it is missing; people deleted after the backup come back",
      "--incomplete-erasures": "use the list of deletions although some are missing in it; those people come back",
    },
    examples: [
      "attestry restore /mnt/backups/attestry",
      "attestry restore /mnt/backups/attestry --at 2026-11-21T18:00Z",
    ],
    exits: [
      "the site is restored",
      "the command was refused, or a deletion could not be repeated; standard error says why",
    ],
    load: async () => (await import("./restore.ts")).run,
  },
  move: {
    site: "writes",
    takes: "--to ADDRESS | --undo",
    does: "move the records or the documents to another place",
    about: `ADDRESS decides what is moved. postgres://user:password@host/name and file:///folder/name.db move the records.
s3://key:secret@host/bucket and file:///folder/ (with a slash at the end) move the documents. DATABASE_URL and BLOB_URL say where they are now.

The site can be read meanwhile. While records are copied, nothing can be changed, and /readyz answers 503. While documents are copied,
changes are possible; uploads and deletions wait a moment at the end. The command reads everything back and compares it. Then the old
place refuses changes: set DATABASE_URL or BLOB_URL as the command says at its end, and restart every process. If the command was stopped,
run it again.`,
    options: {
      "--to ADDRESS": "the new place; - reads the address from standard input, which other users cannot see",
      "--undo":
        "stay in the old place: run it with the old settings; changes made in the new place are not copied back",
    },
    examples: [
      "attestry move --to file:///mnt/documents/",
      'echo "$NEW_DATABASE_URL" | attestry move --to -',
      "attestry move --undo",
    ],
    exits: ["everything is in the new place and identical", "nothing was moved, or only a part; run the command again"],
    load: async () => (await import("./move.ts")).run,
  },
  verify: {
    site: "writes",
    takes: "[--repair [--yes] [--no-backup]]",
    does: "check the database, the audit chain, every record and every document",
    about: `Reads everything once. Each problem is written to standard error as soon as it is found, and the summary to
standard output. Without --repair it changes nothing.

With --repair it then rebuilds what can be derived from intact data: published pages from their originals, the indexes of numbers, and the
indexes of the database and of searches. It removes blobs without an image that are more than a day old. It never changes the audit log or
the log of lookups. It lists the repairs, makes a backup at BACKUP_URL, asks, repairs, and checks everything again. Unfinished files older
than a day are removed without a question.`,
    options: {
      "--repair": "repair what can be repaired",
      "--yes": "do not ask; needed without a terminal",
      "--no-backup": "make no backup first, because there is one already",
    },
    examples: ["attestry verify", "attestry verify --repair --no-backup"],
    exits: ["everything is intact, or was repaired", "something is damaged or could not be read"],
    load: async () => (await import("./verify.ts")).run,
  },
  "log verify": {
    site: "reads",
    takes: "[CHECKPOINT]",
    does: "check the public log against its signed checkpoints",
    about: `Computes the tree from its leaves again, and compares it with the tiles, the newest checkpoint and the copies outside the database.
CHECKPOINT is a file with an earlier answer of /log/checkpoint, to compare with. Each difference is a line on standard error.`,
    examples: ["attestry log verify", "attestry log verify checkpoint-of-last-year.txt"],
    exits: ["the log is as it was signed", "the log differs, or could not be read"],
    load: async () => (await import("./log.ts")).verify,
  },
  "log export": {
    site: "reads",
    takes: "FOLDER",
    does: "write the public log as files for a static web server",
    about: `Writes the files that the site serves under /log: tiles, entries and checkpoints. Run it again to add what is new; complete files
do not change. Checkpoints are written last. Serve the folder "log" with the header Access-Control-Allow-Origin: *.`,
    examples: ["attestry log export /srv/mirror"],
    exits: ["the files are written", refused],
    load: async () => (await import("./log.ts")).exportTo,
  },
  "register make": {
    site: "none",
    takes: "TABLE --name NAME [--key FILE] [--out FILE] [--days N]",
    does: "sign a register of agencies, or renew it",
    about: `For an association or an authority; it needs no site. TABLE (CSV, XLSX or ODS) has one agency in each row, and the columns name, licence,
address (of its site), keys (the thumbprints that the agency gave you, separated by spaces), from, until, and state: listed or ended. The
public halves of the keys are fetched from the agency's site. If any row is wrong, nothing is signed. Run it again before the list ends:
readers do not believe it afterwards. The first run makes the key.`,
    options: {
      "--name NAME": "who keeps the register",
      "--key FILE": "the private key (register-key.pem by default)",
      "--out FILE": "the signed list to publish (register.jwt by default)",
      "--days N": "for how many days it may be believed (30 by default)",
    },
    examples: ['attestry register make agencies.xlsx --name "Association of agencies"'],
    exits: ["the register is signed", refused],
    load: async () => (await import("./register.ts")).make,
  },
  "register check": {
    site: "none",
    takes: "FILE|ADDRESS [--key THUMBPRINT] [LINK|PROOF|SITE ...]",
    does: "check a register, and ask it about slips, proofs and sites",
    about: `Says who signed the register, when, and until when it may be believed. Then it says of each link of a slip, saved proof or address of a
site what the register tells: docs/proof.md explains the words.`,
    options: { "--key THUMBPRINT": "the key that must have signed; without it, the key is only shown" },
    examples: ["attestry register check register.jwt https://check.example"],
    exits: ["the register can be believed, and lists all that was asked", "it cannot, or does not list something"],
    load: async () => (await import("./register.ts")).check,
  },
  doctor: {
    site: "examines",
    takes: "[--json]",
    does: "check everything that the site depends on, with advice",
    about: `Checks versions, settings, permissions, the database, documents, backups, the disk and its growth, the clock, mail, the certificate of
PUBLIC_URL, and the headers that the proxy sends. Each line says ok, warning or wrong, what was found, and what to do. The command sends no mail, and also works if some of these are down. Run it as the user of the service and with the same settings.`,
    options: { "--json": "print JSON for monitoring, with the fields name, level, found and todo" },
    examples: ["attestry doctor", "attestry doctor --json | jq '.[] | select(.level != \"ok\")'"],
    exits: ["nothing is wrong; there may be warnings", "something is wrong"],
    load: async () => (await import("./doctor.ts")).run,
  },
  "keys add": {
    site: "secret",
    takes: "",
    does: "add a new secret before the one in DATA_DIR/secret",
    about: `For a site with one process: the first of two steps to a new secret. Afterwards restart the site, then run attestry keys rotate. If the
site has several processes, or if SECRET is set, do what docs/operator/secret.md says under "A new secret" instead.`,
    examples: ["attestry keys add"],
    exits: ["the new secret is the first in the file", refused],
    load: async () => (await import("./keys.ts")).addSecret,
  },
  "keys rotate": {
    site: "writes",
    takes: "",
    does: "encrypt all keys with the newest secret",
    about: `The second step to a new secret. You may stop it and run it again at any time. When it is finished,
the site no longer needs the older secrets. Keep them as long as you keep backups that were made before, but apart from those.`,
    examples: ["attestry keys rotate && attestry verify"],
    exits: ["all keys are encrypted with the newest secret", refused],
    load: async () => (await import("./keys.ts")).rotate,
  },
  "keys sign": {
    site: "writes",
    takes: "--rotate | --revoke KID [--after CHECKPOINT]",
    does: "replace a signing key, or revoke a stolen one",
    about: `With --rotate, a new key signs from now on, and the old private key is deleted. Signatures of the old key stay valid until they expire,
and its public key stays at /.well-known/jwks.json. Proofs that are saved again are signed with the new key.

With --revoke and --after, /.well-known/jwks.json lists the key as stolen, and its signatures are no longer valid. The exceptions are
statements with a proof that the public log had them before CHECKPOINT. Slips have no such proof and must be made again.

If KID is the key of the public log, leave out --after: the log continues under a new origin with a new key. Its first line is the last
checkpoint that the old key signed; anything after that is not valid.`,
    options: {
      "--rotate": "replace the key that signs now",
      "--revoke KID": "the kid of the stolen key, as listed in /.well-known/jwks.json",
      "--after CHECKPOINT":
        "for a key that signs statements: a file with the last answer of /log/checkpoint before the theft",
    },
    examples: [
      "attestry keys sign --rotate",
      "attestry keys sign --revoke=KID --after checkpoint-of-march.txt",
      "attestry keys sign --revoke=KID",
    ],
    exits: ["the key was replaced", refused],
    load: async () => (await import("./sign.ts")).run,
  },
  "secret card": {
    site: "secret",
    takes: "[FILE]",
    does: "make a page to print, with the secret as words and as a QR code",
    about: `Writes one HTML file that only you can read. Open it in a browser, print it, check the paper with attestry secret check, and delete the
file. Keep the paper away from this machine and from the backups. Without the secret, no backup can be restored. The last three words are
check words, which detect typing mistakes. Without FILE, the page goes to standard output.`,
    examples: ["attestry secret card /tmp/card.html", "attestry secret card | lp"],
    exits: ["the page is written", refused],
    load: async () => (await import("./secret/card.ts")).run,
  },
  "secret check": {
    site: "examines",
    takes: "[--print]",
    does: "check whether a printed card has the secret in use",
    about: `Type the words of the card, or the text of the secret, and then an empty line; or send them on standard input. If possible, the command
says which word is wrong. With --print it prints the text for SECRET or DATA_DIR/secret, even if there is no secret here. So you can
restore a site from its card.`,
    options: { "--print": "print the text to standard output, and messages to standard error" },
    examples: ["attestry secret check", "(umask 077; attestry secret check --print > /var/lib/attestry/secret)"],
    exits: [
      "the card has the secret in use or an older one; with --print: the words have no mistake",
      "the card has another secret, the words have a mistake, or there is no secret here",
    ],
    load: async () => (await import("./secret/check.ts")).run,
  },
};
