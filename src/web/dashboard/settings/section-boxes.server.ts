import { createHash } from "node:crypto";
import { publicKinds } from "#core/records/document-kinds.ts";
import { lookupPolicies } from "#core/records/lookup-policy.ts";
import { features, featuresWhere, isOn } from "#core/settings/features.ts";
import { kindsWithPlaces, maxPlaces, type OfficialPlaces } from "#core/settings/official-places.ts";
import { retentionStarts } from "#core/settings/retention.ts";
import { registrations, secondFactors, type Settings } from "#core/settings/settings.ts";
import { type Boxes, featureBox, officialPlaceBox, type SectionId, type ShownSection } from "./sections.ts";

type Section = {
  fill: (settings: Settings) => Boxes;
  read: (boxes: Boxes, before: Settings) => Partial<Settings>;
};

const operatorFields = [
  "name",
  "about",
  "aboutBangla",
  "licence",
  "licenceBangla",
  "licenceRegister",
  "address",
  "phone",
  "email",
  "page",
] as const;

const sections: Record<SectionId, Section> = {
  operator: {
    fill: ({ operator, timeZone }) => ({
      ...Object.fromEntries(operatorFields.map((name) => [`operator.${name}`, operator[name]])),
      timeZone,
    }),
    read: (boxes, { operator }) => ({
      operator: { ...operator, ...operatorIn(boxes) },
      timeZone: boxes["timeZone"] ?? "",
    }),
  },
  publishing: {
    fill: ({ lookupPolicy, shownKinds, holdersMayHoldBack, statementDays }) => ({
      lookupPolicy,
      shownKinds: inOrder(shownKinds).join(","),
      holdersMayHoldBack: holdersMayHoldBack ? "on" : "",
      statementDays: writtenNumber(statementDays),
    }),
    read: ({ lookupPolicy, shownKinds = "", holdersMayHoldBack, statementDays }, before) => ({
      lookupPolicy: oneOf(lookupPolicies, lookupPolicy) ?? before.lookupPolicy,
      shownKinds: inOrder(shownKinds.split(",")),
      holdersMayHoldBack: holdersMayHoldBack === "on",
      statementDays: numberIn(statementDays),
    }),
  },
  records: {
    fill: ({ fourEyes, irccNumberIsOptional, defaultNationality }) => ({
      fourEyes: fourEyes ? "on" : "",
      irccNumberIsOptional: irccNumberIsOptional ? "on" : "",
      defaultNationality,
    }),
    read: ({ fourEyes, irccNumberIsOptional, defaultNationality = "" }) => ({
      fourEyes: fourEyes === "on",
      irccNumberIsOptional: irccNumberIsOptional === "on",
      defaultNationality,
    }),
  },
  retention: {
    fill: ({ retention: { since, ...numbers } }) => ({
      "retention.since": since,
      "retention.months": writtenNumber(numbers.months),
      "retention.noticeDays": writtenNumber(numbers.noticeDays),
    }),
    read: (boxes, before) => ({
      retention: {
        since: oneOf(retentionStarts, boxes["retention.since"]) ?? before.retention.since,
        months: numberIn(boxes["retention.months"]),
        noticeDays: numberIn(boxes["retention.noticeDays"]),
      },
    }),
  },
  accounts: {
    fill: ({ registration, secondFactor }) => ({ registration, secondFactor }),
    read: ({ registration, secondFactor }, before) => ({
      registration: oneOf(registrations, registration) ?? before.registration,
      secondFactor: oneOf(secondFactors, secondFactor) ?? before.secondFactor,
    }),
  },
  backups: {
    fill: ({ backups: { isOn: areMade, ...numbers } }) => ({
      "backups.isOn": areMade ? "on" : "",
      ...Object.fromEntries(backupNumbers.map((name) => [`backups.${name}`, writtenNumber(numbers[name])])),
    }),
    read: (boxes) => ({
      backups: {
        isOn: boxes["backups.isOn"] === "on",
        hour: numberIn(boxes["backups.hour"]),
        days: numberIn(boxes["backups.days"]),
        weeks: numberIn(boxes["backups.weeks"]),
        months: numberIn(boxes["backups.months"]),
      },
    }),
  },
  log: {
    fill: ({ log }) => ({
      "log.witnesses": log.witnesses,
      "log.mailTo": log.mailTo,
      "log.registers": log.registers,
    }),
    // The form has no box for what is off.
    read: (boxes, before) => ({
      log: {
        witnesses: isOn(before, "witnesses") ? (boxes["log.witnesses"] ?? "") : before.log.witnesses,
        mailTo: boxes["log.mailTo"] ?? "",
        registers: isOn(before, "registers") ? (boxes["log.registers"] ?? "") : before.log.registers,
      },
    }),
  },
  places: {
    fill: ({ officialPlaces }) => Object.fromEntries(kindsWithPlaces.flatMap((kind) => placesOf(officialPlaces, kind))),
    read: (boxes, { officialPlaces }) => ({ officialPlaces: withoutEmpty({ ...officialPlaces, ...placesIn(boxes) }) }),
  },
  features: {
    fill: ({ features: switches }) =>
      Object.fromEntries(features.map((feature) => [featureBox(feature), switches[feature] ? "on" : ""])),
    read: (boxes) => ({ features: featuresWhere((feature) => boxes[featureBox(feature)] === "on") }),
  },
};

const backupNumbers = ["hour", "days", "weeks", "months"] as const;

/** Returns -1, which no setting accepts, for text that is not a number. */
const numberIn = (text = ""): number => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : -1);
const writtenNumber = (number: number): string => (number < 0 ? "" : String(number));

const oneOf = <Choice extends string>(choices: readonly Choice[], text: string | undefined) =>
  choices.find((choice) => choice === text);

const inOrder = (kinds: readonly string[]) => publicKinds.filter((kind) => kinds.includes(kind));

/** Trims the values: links and mail addresses often have a space from where they were copied. */
const operatorIn = (boxes: Boxes) =>
  Object.fromEntries(operatorFields.map((name) => [name, (boxes[`operator.${name}`] ?? "").trim()]));

const placesOf = (places: OfficialPlaces, kind: keyof OfficialPlaces): [string, string][] =>
  placesInBoxes.flatMap((at) =>
    (["label", "to"] as const).map((part): [string, string] => [
      officialPlaceBox(kind, at, part),
      places[kind]?.[at]?.[part] ?? "",
    ]),
  );

const placesInBoxes = Array.from({ length: maxPlaces }, (_, at) => at);

const placesIn = (boxes: Boxes): OfficialPlaces =>
  Object.fromEntries(kindsWithPlaces.map((kind) => [kind, placesOfKind(boxes, kind)]));

const placesOfKind = (boxes: Boxes, kind: keyof OfficialPlaces) =>
  placesInBoxes
    .map((at) => ({
      label: (boxes[officialPlaceBox(kind, at, "label")] ?? "").trim(),
      to: (boxes[officialPlaceBox(kind, at, "to")] ?? "").trim(),
    }))
    .filter(({ label, to }) => label !== "" || to !== "");

const withoutEmpty = (places: OfficialPlaces): OfficialPlaces =>
  Object.fromEntries(Object.entries(places).filter(([, some]) => some.length > 0));

export function shownSection(id: SectionId, settings: Settings): ShownSection {
  const filled = sections[id].fill(settings);
  const seen = createHash("sha256").update(JSON.stringify(filled)).digest("base64url").slice(0, 22);
  return { id, seen, filled };
}

/** Returns the change that a form asks for, and its boxes for showing them again. Empty places leave no gap. */
export function readSection(id: SectionId, form: URLSearchParams, before: Settings) {
  const { fill, read } = sections[id];
  const names = Object.keys(fill(before));
  const change = read(Object.fromEntries(names.map((name) => [name, form.getAll(name).join(",")])), before);
  return { change, typed: fill({ ...before, ...change }) };
}
