import { parseArgs } from "node:util";

const text = `attestry: publish visa and work-permit records, so that anyone holding the paper can check it

  attestry start             serve the site
  attestry start --dev       the same, reloading what changes
  attestry demo              serve a site of invented candidates
  attestry config            every setting, its value and where that comes from
  attestry create-admin --email ADDRESS [--name NAME]
                             make an admin; asks for the password, or reads it from standard input
  attestry invite --email ADDRESS [--role ROLE]
                             mail somebody a link to make their account: admin, moderator or student
  attestry reset-factors --email ADDRESS
                             take away somebody's second step and passkeys, for whoever lost the phone
  attestry settings          what the operator has set; attestry settings NAME=VALUE … sets it,
                             as in attestry settings lookupPolicy=guarded operator.phone="+880 …"
  attestry verify            check the audit chain and every record
  attestry keys add          put a new secret before the one in DATA_DIR/secret
  attestry keys rotate       wrap every record under the newest secret
  attestry help              this list

From a checkout: npm run attestry -- config

Settings come from the environment; docs/operating.md says more about each.`;

/** The first line that the list has for a command. */
export const usageOf = (command: string): string =>
  new RegExp(`^  (attestry ${command}\\b.*?)(?: {2}|;|$)`, "m").exec(text)?.[1] ?? "attestry help";

export async function run(args: string[]): Promise<void> {
  parseArgs({ args });
  console.log(text);
}
