import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import { PortalError } from "#core/errors.ts";
import { isPlace, proposedHere, type ProposedOffice, waitsForLook } from "#core/settings/proposed-offices.ts";
import type { OfficialPlaces } from "#core/settings/official-places.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { versionedSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import { changeSettings } from "./change-settings.ts";

/** The offices that sets brought, each once with its papers. Those that an admin has taken away since are left out. */
export async function readProposedOffices(portal: Portal, actor: Actor) {
  authorize(mayChangeSettings(actor), actor);
  const { settings, version } = await versionedSettings(portal);
  const shown = proposedHere(settings).filter((row) => waitsForLook(row) || isPlace(settings.officialPlaces, row));
  const names = await namesById(
    portal.database.read,
    shown.flatMap(({ looked }) => looked?.by ?? []),
  );
  const groups = Map.groupBy(shown, ({ to, looked }) => `${looked?.at ?? ""} ${to}`);
  const offices = [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, looked: withName(first, names), kinds: [first, ...others].map(({ kind }) => kind) }] : [],
  );
  return { offices, papers: settings.ownPapers, version };
}

const withName = ({ looked }: ProposedOffice, names: ReadonlyMap<string, string>) =>
  looked && { at: looked.at, name: names.get(looked.by) ?? "" };

/** `id` is the address of an office. */
type Target = { id: string; expectedVersion?: number | undefined };

/** Notes who has looked at an address, and shows the office to visitors beside its papers. */
export async function lookAtOffice(portal: Portal, actor: Actor, { id: to, expectedVersion }: Target) {
  authorize(mayChangeSettings(actor), actor);
  const { settings, version } = await versionedSettings(portal);
  const rows = proposedHere(settings).filter((row) => row.to === to && waitsForLook(row));
  if (rows.length === 0) throw new PortalError("not-found");
  const looked = { by: actorId(actor), at: portal.now() };
  const change = {
    officialPlaces: rows.reduce(withPlace, settings.officialPlaces),
    proposedOffices: settings.proposedOffices.map((row) => (rows.includes(row) ? { ...row, looked } : row)),
  };
  return changeSettings(portal, actor, { change, expectedVersion: expectedVersion ?? version });
}

/** Beside a paper with as many offices as there can be, it is refused: the settings say so. */
function withPlace(places: OfficialPlaces, row: ProposedOffice): OfficialPlaces {
  const { kind, label, labels, to } = row;
  return isPlace(places, row)
    ? places
    : { ...places, [kind]: [...(places[kind] ?? []), { label, ...(labels && { labels }), to }] };
}

/** Forgets an office that nobody has looked at. A set that is chosen again brings it again. */
export async function leaveOutOffice(portal: Portal, actor: Actor, { id: to, expectedVersion }: Target) {
  authorize(mayChangeSettings(actor), actor);
  const { settings, version } = await versionedSettings(portal);
  const proposedOffices = settings.proposedOffices.filter((row) => row.to !== to || !waitsForLook(row));
  return changeSettings(portal, actor, { change: { proposedOffices }, expectedVersion: expectedVersion ?? version });
}
