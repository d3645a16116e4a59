import type { Role } from "#core/accounts/roles.ts";
import type { AnyKind, ByKind } from "#core/own-fields/own-paper.ts";
import type { OrganisationFacts } from "#core/desk/organisation.ts";
import type { SetId } from "#core/sets/set-ids.ts";
import type { Settings } from "#core/settings/settings.ts";
import type { Random } from "./random.ts";

export type Word = readonly [latin: string, ofOffice: string];

/** The second word of a pair is in the script of the people's own language. */
type Names = {
  /** Each with the share of people who have it. */
  titles?: readonly (readonly [word: Word, share: number])[];
  given: readonly Word[];
  /** In place of the surname of the family. */
  last?: readonly Word[];
};

/** People whose names are made in the same way. */
export type Family = { share: number; surnames: readonly Word[]; rare?: Word; men: Names; women: Names };

export type People = {
  nationality: string;
  families: readonly Family[];
  address: (random: Random) => readonly Word[];
  /** The letters, and perhaps digits, before the seven digits of an invented passport number. */
  passports: string;
  /** Numbers that are easy to type, for the first records. No invented number is one of them. */
  memorable: readonly string[];
};

export type Employer = { name: string; ofOffice?: string; town: string; airport: string; trades: readonly string[] };

export type Destination = {
  /** The code of the country, such as "CA". */
  country: string;
  employers: readonly Employer[];
  hours: readonly number[];
  pay: { sign: string; low: number; high: number };
  /** The second number, once the record has the paper on which it stands. Its seven digits occur once. */
  secondNumber: { on: AnyKind; of: (digits: string, index: number) => string } | null;
  /** Those of a complete record, those that come first at the front. */
  papers: readonly AnyKind[];
};

/** What is drawn of a kind of document, and when it is issued. */
export type Paper = {
  title: string;
  /** The title in the script of the office that issues it. */
  ofOffice?: string;
  look: "band" | "framed" | "plain";
  tint: string;
  issuer: string;
  /** It is issued so many days before the record is added, and up to nine more. */
  issued: number;
  /** It ends so many days after its issue. */
  lasts?: number;
  /**
   * The content of the pages, line by line. The first character of a line is its type: `#` a heading, `!` a statement
   * in a frame, `|` a row of a table, `:` fields, `@` fields beside the portrait, `%` signatures, a letter: text. Names
   * in braces are defined in facts.ts.
   */
  pages: readonly string[];
};

/** The data of one demo. The code is the same for all of them. */
export type Agency = {
  set: SetId;
  registry: string;
  /** Besides those of the set. */
  settings: Partial<Settings> & Pick<Settings, "operator" | "timeZone" | "defaultNationality">;
  home: { town: string; airport: string };
  classroom: { place: string; currency: string };
  staff: Record<Role, string>;
  /** An employer whose people check lists at the desk. */
  organisation: Pick<OrganisationFacts, "name" | "country">;
  people: People;
  /** Each of five people in turn goes to one of them. */
  destinations: readonly [Destination, Destination, Destination, Destination, Destination];
  papers: ByKind<Paper>;
  /** The agents who brought people, for the office's own field of staff. */
  agents: readonly string[];
  /** The values of own fields. */
  ownOf: (record: { destination: Destination; employer: Employer; agent: string }) => Record<string, string>;
};
