export type Command = {
  /** The arguments that follow `attestry COMMAND`. Those in brackets are optional. */
  takes: string;
  /** The line in the list of all commands. */
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

const refused = "it was refused; a sentence on standard error says why";

/** Every command. If the name has two words, both are typed. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    takes: "[--dev] [--without-backup]",
    does: "serve the site",
    about: `Brings the database up to date, makes what is missing in DATA_DIR, and serves until it is told to stop
(Ctrl-C, SIGTERM). Logs are lines of JSON on standard output. Settings come from the environment: see attestry config.`,
    options: {
      "--dev": "reload pages as their sources change, for whoever works on Attestry",
      "--without-backup": "save no copy of the database before a new version changes its tables",
    },
    examples: ["DATA_DIR=/var/lib/attestry PUBLIC_URL=https://check.example.com attestry start"],
    exits: ["it was told to stop, and stopped", "it did not start, or was stopped at once by a second signal"],
    load: async () => (await import("./start.ts")).run,
  },
  demo: {
    takes: "",
    does: "serve a site of invented candidates",
    about: `Makes a folder of its own the first time, whatever DATA_DIR says, and serves it. It prints what to try and where to
sign in. No mail is sent.`,
    examples: ["attestry demo", "PORT=4000 attestry demo"],
    exits: ["it was told to stop, and stopped", refused],
    load: async () => (await import("./demo/demo.ts")).run,
  },
  config: {
    takes: "",
    does: "every setting, its value and where that comes from",
    about: "Reads the environment and prints each setting. Secrets are only said to be set or not. Nothing is opened.",
    examples: ["attestry config"],
    exits: ["every setting is usable", "one is not; a sentence on standard error says which"],
    load: async () => (await import("./config.ts")).run,
  },
  "create-admin": {
    takes: "--email ADDRESS [--name NAME]",
    does: "make an admin, or let one in again",
    about: `Asks for the password twice without showing it, or reads it from standard input. An account that has the address
becomes an admin with this password, is confirmed, and signed out everywhere. Works while the site is served.`,
    options: { "--email ADDRESS": "the address to sign in with", "--name NAME": 'the name; "Admin" if it is left out' },
    examples: ["attestry create-admin --email you@example.com --name 'Your Name'"],
    exits: ["the admin can sign in", refused],
    load: async () => (await import("./accounts/create-admin.ts")).run,
  },
  invite: {
    takes: "--email ADDRESS [--role ROLE]",
    does: "mail somebody a link to make their account",
    about: `The link works for 48 hours, and only the newest to an address. The site sends the mail, so it has to be served, and
PUBLIC_URL and SMTP_URL have to be as they are for it.`,
    options: {
      "--email ADDRESS": "whom",
      "--role ROLE": "admin, moderator or student; moderator if it is left out",
    },
    examples: ["attestry invite --email clerk@agency.example --role moderator"],
    exits: ["the mail waits to be sent", refused],
    load: async () => (await import("./accounts/invite.ts")).run,
  },
  "reset-factors": {
    takes: "--email ADDRESS",
    does: "take away somebody's second step and passkeys, for whoever lost the phone",
    about: `The password alone signs in then. The person is signed out everywhere and hears of it by mail. Works while the site
is served.`,
    options: { "--email ADDRESS": "whose" },
    examples: ["attestry reset-factors --email you@example.com"],
    exits: ["the password alone signs in", refused],
    load: async () => (await import("./accounts/reset-factors.ts")).run,
  },
  settings: {
    takes: "[NAME=VALUE …]",
    does: "what the operator has set, or set it",
    about: `Without arguments it prints all settings of the dashboard as JSON. NAME=VALUE sets one, with dots for what is inside of
another. It holds at once in every process; the audit has it. Settings of the environment are another thing: attestry config.`,
    examples: [
      "attestry settings",
      "attestry settings lookupPolicy=guarded secondFactor=required",
      "attestry settings 'operator.phone=+880 2 0000 0000'",
    ],
    exits: ["they were printed or set", refused],
    load: async () => (await import("./settings.ts")).run,
  },
  import: {
    takes: "FILE --as ADDRESS [--scans ZIP] [--dry-run]",
    does: "import a table of records",
    about: `FILE is an XLSX workbook or a CSV file of at most 20,000 rows. Its columns are known by their heads, as the dashboard knows them: what
somebody said of a head there holds here. A record is known by its passport number, or else by its IRCC number. Each row is taken
whole or left out; what was killed goes on when the site is served. The dashboard of that admin has the report and undoes it.`,
    options: {
      "--scans ZIP": "their documents, named by number and kind: 'A1234567 visa.pdf'",
      "--as ADDRESS": "the admin who imports: with four eyes on, another one approves",
      "--dry-run": "say what would become of each row, and import nothing",
    },
    examples: ["attestry import people.xlsx --scans papers.zip --as you@example.com --dry-run"],
    exits: ["every row was taken", "rows were left out, each with a line on standard error; or it was refused"],
    load: async () => (await import("./import.ts")).run,
  },
  backup: {
    takes: "[TARGET] [--keep 7d,4w,12m] [--begin-anew] | [TARGET] --check",
    does: "save everything but the secret, also while the site is served",
    about: `TARGET is a folder, a new file that ends in .tar, or s3://…; BACKUP_URL if it is left out. Database and documents are saved
as they were at one moment; a second backup to the same folder or bucket sends only what is new. The secret is never in it: keep it apart.`,
    options: {
      "--keep LIST": "afterwards remove older backups, but for one of each of so many days, weeks and months",
      "--begin-anew":
        "begin at a place that had backups and is empty now; otherwise it is taken for a disk that is not mounted",
      "--check": "make none, but restore the newest one elsewhere and verify it",
    },
    examples: [
      "attestry backup /mnt/backups/attestry --keep 7d,4w,12m",
      "attestry backup /mnt/backups/attestry --check",
      "attestry backup /media/usb/attestry.tar",
    ],
    exits: ["the backup is made, or whole", "it was refused, or something is missing in it"],
    load: async () => (await import("./backup.ts")).run,
  },
  restore: {
    takes: "[TARGET] [--at TIME] [--database] [--without-erasures]",
    does: "make the site of a backup again, where none is",
    about: `Set DATA_DIR, DATABASE_URL and BLOB_URL for an empty place, and put the secret there first. A backup that is damaged or was made
under another secret is refused, and nothing of it stays. What was deleted after the backup is deleted again.`,
    options: {
      "--at TIME":
        "the last whole backup before this time, as 2026-11-21T18:00Z; without Z it is the time of this machine",
      "--database": "the database alone, of the newest backup of any kind; documents stay where they are",
      "--without-erasures": "restore also where the list of deletions is missing: deleted people come back",
    },
    examples: [
      "attestry restore /mnt/backups/attestry",
      "attestry restore /mnt/backups/attestry --at 2026-11-21T18:00Z",
    ],
    exits: ["the site is restored", refused],
    load: async () => (await import("./restore.ts")).run,
  },
  move: {
    takes: "--to ADDRESS | --undo",
    does: "take the records or the documents to another place",
    about: `The address says what is moved. postgres://user:password@host/name and file:///folder/name.db take the records,
s3://key:secret@host/bucket and file:///folder/ (with a slash at its end) the documents. DATABASE_URL and BLOB_URL say where they are now.

The site can be read meanwhile. While records are copied nothing can be changed; documents may come and go. Everything is read back and
compared. Then the old place refuses changes: set DATABASE_URL or BLOB_URL as told at the end, and restart every process. What was
stopped is run again.`,
    options: {
      "--to ADDRESS": "where to; - reads the address from standard input, so that nobody else sees it",
      "--undo":
        "stay: where DATABASE_URL and BLOB_URL say takes changes again; what came to the other place since is not brought back",
    },
    examples: [
      "attestry move --to file:///mnt/documents/",
      'echo "$NEW_DATABASE_URL" | attestry move --to -',
      "attestry move --undo",
    ],
    exits: ["everything is in the new place, and the same", "nothing was moved, or not all; run it again"],
    load: async () => (await import("./move.ts")).run,
  },
  verify: {
    takes: "[--repair [--yes] [--no-backup]]",
    does: "check the database, the audit chain, every record and every document",
    about: `Reads everything once and changes nothing. Each thing that is not whole is a line on standard error as soon as it is
found; the summary is on standard output. Works while the site is served.

With --repair it then makes anew what can be derived from what is whole: published pages from their originals, the indexes of numbers and of
the database, those of searches included. It removes blobs that belong to no image and files half written, each when a day old.
It never touches the audit or the log of lookups. First it lists what it would do, makes a backup at BACKUP_URL, and asks; then it checks everything again.`,
    options: {
      "--repair": "repair what can be repaired",
      "--yes": "do not ask: for where there is no terminal",
      "--no-backup": "a backup was made already",
    },
    examples: ["attestry verify", "attestry verify 2> broken.txt", "attestry verify --repair --no-backup"],
    exits: ["everything is whole, with --repair: now", "something is not, or could not be read"],
    load: async () => (await import("./verify.ts")).run,
  },
  "log verify": {
    takes: "[CHECKPOINT]",
    does: "check the public log against all that was signed of it",
    about: `Makes the tree anew of its leaves, and compares it with the tiles, the newest checkpoint, the copies outside of the database and,
if you name one, with a checkpoint that you or somebody else kept: a file as /log/checkpoint answered it then. Each thing that differs is a line
on standard error. It changes nothing and works while the site is served.`,
    examples: ["attestry log verify", "attestry log verify checkpoint-of-last-year.txt"],
    exits: ["the log is as it was signed", "it is not, or could not be read"],
    load: async () => (await import("./log.ts")).verify,
  },
  "log export": {
    takes: "FOLDER",
    does: "write the public log as files, for any server of static files",
    about: `The same files that the site answers below /log: tiles, entries, checkpoints. Run it again for what came since: what is
complete is the same each time. Checkpoints are written last. Serve the folder log with Access-Control-Allow-Origin: *.`,
    examples: ["attestry log export /srv/mirror"],
    exits: ["the files are written", refused],
    load: async () => (await import("./log.ts")).exportTo,
  },
  doctor: {
    takes: "[--json]",
    does: "look at everything that the site stands on, and say what to do",
    about: `Versions, settings, permissions, database, documents, backups, disk and its growth, clock, mail, the certificate of PUBLIC_URL, and what arrives
through the proxy. Each line says ok, warning or wrong, what was found, and what to do. It changes nothing, sends no mail, and works
when any of it is down. Run it as the user of the service, with the service's settings: it sees only its own.`,
    options: { "--json": "the same as JSON, for monitoring: name, level, found, todo" },
    examples: ["attestry doctor", "attestry doctor --json | jq '.[] | select(.level != \"ok\")'"],
    exits: ["nothing is wrong", "something is"],
    load: async () => (await import("./doctor.ts")).run,
  },
  "keys add": {
    takes: "",
    does: "put a new secret before the one in DATA_DIR/secret",
    about: `The first of two steps to a new secret: restart every process after it, then run attestry keys rotate. Where SECRET is set,
put the new one there yourself, before the old one, with a comma between.`,
    examples: ["attestry keys add"],
    exits: ["the new secret stands first in the file", refused],
    load: async () => (await import("./keys.ts")).addSecret,
  },
  "keys rotate": {
    takes: "",
    does: "wrap every record under the newest secret",
    about: `The second step to a new secret. It may be stopped and run again at any time, also while the site is served. Older
secrets may go when it is through; keep them with the backups from before.`,
    examples: ["attestry keys rotate && attestry verify"],
    exits: ["everything is wrapped under the newest secret", refused],
    load: async () => (await import("./keys.ts")).rotate,
  },
  "keys sign": {
    takes: "--rotate | --revoke KID [--after CHECKPOINT]",
    does: "replace the key that signs what is published, or revoke one that was stolen",
    about: `With --rotate a new key signs from now on, and the old private half is deleted. What the old key signed stands until its last day; whoever
saves a proof again gets one of the new key. Its public half stays at /.well-known/jwks.json.

With --revoke the key is named there as stolen. Nobody believes anything that it signed any more, but for statements that come with a proof that the
public log had them before CHECKPOINT. Slips have no such proof: they have to be made anew.

Where KID is the key of the public log, the log goes on under a new origin with a new key. Its first line is the last checkpoint that the old key
signed, and nothing beyond that counts. Works while the site is served.`,
    options: {
      "--rotate": "put a new key in the place of the one that signs",
      "--revoke KID": "the kid of the stolen key, as /.well-known/jwks.json names it",
      "--after CHECKPOINT":
        "of a key for statements: a file as /log/checkpoint answered it, the last one from before the theft",
    },
    examples: [
      "attestry keys sign --rotate",
      "attestry keys sign --revoke=KID --after checkpoint-of-march.txt",
      "attestry keys sign --revoke=KID",
    ],
    exits: ["the key is replaced", refused],
    load: async () => (await import("./sign.ts")).run,
  },
  "secret card": {
    takes: "[FILE]",
    does: "a page to print, with the secret as words and as a QR code",
    about: `Writes one HTML file, readable for you alone, that needs nothing else: open it in a browser, print it, put the paper where
neither this machine nor the backups are, and delete the file. Without the secret no backup is worth anything.
Three of the words notice mistakes of whoever types them. Without FILE the page goes to standard output.`,
    examples: ["attestry secret card /tmp/card.html", "attestry secret card | lp"],
    exits: ["the page is written", refused],
    load: async () => (await import("./secret/card.ts")).run,
  },
  "secret check": {
    takes: "[--print]",
    does: "ask for the secret of a card, and say whether it is the one in use",
    about: `Type the words of the card, or the text of the secret, and then an empty line; or send them on standard input. A mistake is
named with its place where the words tell it. With --print the words come back as the text that belongs into SECRET
or DATA_DIR/secret, also where there is no secret: so a site is restored from its card.`,
    options: { "--print": "print the text on standard output, and what is to be said on standard error" },
    examples: ["attestry secret check", "(umask 077; attestry secret check --print > /var/lib/attestry/secret)"],
    exits: [
      "it is the secret in use or an older one; with --print: it has no mistake",
      "it is another one, or has a mistake",
    ],
    load: async () => (await import("./secret/check.ts")).run,
  },
};
