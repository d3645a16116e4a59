import { haveSameNames, labelsOf, maxOwnEver, nextNumber, usedOf } from "../own-fields/own-field.ts";
import { isOff, maxOwnPapers, type OwnPaper, type OwnPaperId } from "../own-fields/own-paper.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import { hasOwnName, irccNumber, type SecondNumber } from "../records/second-number.ts";
import { isPlace, type ProposedOffice } from "../settings/proposed-offices.ts";
import type { Settings } from "../settings/settings.ts";
import { switchedOff } from "../settings/switched-kinds.ts";
import type { OfficeOfSet, PaperOfSet, StartingSet } from "./starting-set.ts";

type Site = Pick<
  Settings,
  "ownFields" | "ownPapers" | "kindsOff" | "shownKinds" | "secondNumber" | "proposedOffices" | "officialPlaces"
>;

/** `there`: a paper of this site has the title. `removed`: so has one that was removed. `taken`: something else has it. */
export type PaperFate = "added" | "there" | "removed" | "taken" | "full";

/** `own`: the operator named it. `used`: records have one. `waits`: a second admin decides on another one. */
export type NumberFate = "set" | "there" | "own" | "used" | "taken" | "waits";

type AboutNumbers = { isUsed: boolean; waits: boolean };

/** What a set does on a site. Nothing that the operator made is changed, and what is there is not added again. */
export type EffectOfSet = {
  papers: readonly { paper: PaperOfSet; fate: PaperFate }[];
  kindsOff: readonly DocumentKind[];
  /** Null if the set has none. */
  secondNumber: NumberFate | null;
  offices: readonly ProposedOffice[];
  change: Partial<Settings>;
};

export function effectOfSet(site: Site, set: StartingSet, numbers: AboutNumbers): EffectOfSet {
  const { ownPapers, papers } = withPapersOf(set, site);
  const kindsOff = set.kindsOff.filter((kind) => !isOff(site, kind));
  const secondNumber = fateOfNumber({ ...site, ownPapers }, set, numbers);
  const offices = papers.flatMap(({ paper, id }) => (id ? newOffices(site, paper, id) : []));
  return {
    papers,
    kindsOff,
    secondNumber,
    offices,
    change: {
      ...(ownPapers.length > site.ownPapers.length && { ownPapers }),
      ...(kindsOff.length > 0 && { kindsOff: withKindsOff(site, kindsOff) }),
      ...(secondNumber === "set" && numberOf(set)),
      ...(offices.length > 0 && { proposedOffices: [...site.proposedOffices, ...offices] }),
    },
  };
}

const withKindsOff = (site: Site, kinds: readonly DocumentKind[]): Settings["kindsOff"] =>
  kinds.reduce<Settings["kindsOff"]>((off, kind) => ({ ...off, ...switchedOff(site, kind).kindsOff }), site.kindsOff);

type Placed = { paper: PaperOfSet; fate: PaperFate; id: OwnPaperId | null };

function withPapersOf(set: StartingSet, site: Site): { ownPapers: OwnPaper[]; papers: Placed[] } {
  const ownPapers = [...site.ownPapers];
  const papers = set.papers.map((paper): Placed => {
    const found = fateOfPaper(paper, { ...site, ownPapers });
    if (found.fate !== "added") return { paper, ...found };
    const id = `p${nextNumber(ownPapers)}` as const;
    ownPapers.push({ ...declared(paper), id });
    return { paper, fate: "added", id };
  });
  return { ownPapers, papers };
}

const declared = ({
  names,
  audience,
  hasLastDay,
  isForMany = false,
  icon,
  onPages,
}: PaperOfSet): Omit<OwnPaper, "id"> => ({
  audience,
  labels: names,
  hasLastDay,
  isForMany,
  ...(icon && { icon }),
  onPages,
  isRemoved: false,
});

function fateOfPaper({ names }: PaperOfSet, { ownPapers, ownFields, secondNumber }: Site): Omit<Placed, "paper"> {
  const isSame = hasNameOf({ labels: names });
  const there = usedOf(ownPapers).find(isSame);
  if (there) return { fate: "there", id: there.id };
  if (ownPapers.some(isSame)) return { fate: "removed", id: null };
  if (usedOf(ownFields).some(isSame) || isSame(secondNumber)) return { fate: "taken", id: null };
  const isFull = usedOf(ownPapers).length >= maxOwnPapers || ownPapers.length >= maxOwnEver;
  return { fate: isFull ? "full" : "added", id: null };
}

type Named = Parameters<typeof labelsOf>[0];

/** Names are compared as the settings compare them. */
function hasNameOf(one: Named) {
  const wanted = new Set(labelsOf(one));
  return (other: Named) => labelsOf(other).some((label) => wanted.has(label));
}

function fateOfNumber(site: Site, set: StartingSet, { isUsed, waits }: AboutNumbers): NumberFate | null {
  if (set.secondNumber === null) return null;
  const { secondNumber: wanted = irccNumber } = numberOf(set);
  if (isAlike(site.secondNumber, wanted)) return "there";
  if (!isAlike(site.secondNumber, irccNumber) || hasOwnHelp(site.secondNumber)) return "own";
  if (isUsed) return "used";
  if (waits) return "waits";
  const isTaken = hasOwnName(wanted) && [...usedOf(site.ownFields), ...usedOf(site.ownPapers)].some(hasNameOf(wanted));
  return isTaken ? "taken" : "set";
}

const hasOwnHelp = ({ hints, example }: SecondNumber): boolean => example !== "" || Object.keys(hints).length > 0;

/** True if both have one name and form. Help and examples may differ. */
const isAlike = (one: SecondNumber, other: SecondNumber): boolean =>
  one.isAbsent === other.isAbsent && one.form?.join() === other.form?.join() && haveSameNames(one, other);

function numberOf({ secondNumber }: StartingSet): Partial<Settings> {
  if (secondNumber === null) return {};
  if (secondNumber === "absent") return { secondNumber: { ...irccNumber, isAbsent: true } };
  const { names, hints, example, form, isOptional } = secondNumber;
  return {
    secondNumber: { labels: names, hints, example, form: [...form], isAbsent: false },
    ...(isOptional && { irccNumberIsOptional: true }),
  };
}

const newOffices = (site: Site, { offices }: PaperOfSet, kind: OwnPaperId): ProposedOffice[] =>
  offices.flatMap((office) => {
    const row = proposed(office, kind);
    return row && !isKnown(site, row) ? [row] : [];
  });

function isKnown({ proposedOffices, officialPlaces }: Site, row: ProposedOffice): boolean {
  return proposedOffices.some(({ kind, to }) => kind === row.kind && to === row.to) || isPlace(officialPlaces, row);
}

function proposed({ names, to, source, readOn }: OfficeOfSet, kind: OwnPaperId): ProposedOffice | null {
  const { en: label, ...labels } = names;
  return to === null ? null : { kind, label, labels, to, source, readOn, looked: null };
}
