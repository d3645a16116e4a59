import {
  type AlertChoices,
  alertKinds,
  alertKindsFor,
  alertLanguages,
  alertTimings,
  parseAlertChoices,
} from "#core/accounts/alerts.ts";
import { decodedColumn, mapOfSome, oneOf, shape } from "#core/stored/decoders.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayHaveAlerts } from "#core/accounts/permissions.ts";
import { alertChoicesOf } from "#storage/database/alerts.ts";
import { putRow } from "#storage/database/rows.ts";
import type { Reader } from "#storage/database/database.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";

const storedChoices = shape({
  language: oneOf(...alertLanguages),
  timings: mapOfSome(alertKinds, oneOf(...alertTimings)),
});

/**
 * Returns a function that gives the alert choices of one of these people. A person who never chose has no timings and
 * gets both languages.
 */
export async function choicesOf(reader: Reader, personIds: readonly string[]): Promise<(id: string) => AlertChoices> {
  const stored = await alertChoicesOf(reader, personIds);
  return (id) => {
    const choices = stored.get(id);
    return choices === undefined
      ? { language: "", timings: {} }
      : decodedColumn(storedChoices, "alert_choice", id, choices);
  };
}

export async function readAlertChoices(portal: Portal, actor: Actor) {
  authorize(mayHaveAlerts(actor), actor);
  const choices = await choicesOf(portal.database.read, [actor.id]);
  return { kinds: alertKindsFor(actor.role, await currentSettings(portal)), choices: choices(actor.id) };
}

/** What the form does not ask, because a feature is off, stays as it was chosen. */
export async function changeAlertChoices({ database }: Portal, actor: Actor, input: unknown): Promise<void> {
  authorize(mayHaveAlerts(actor), actor);
  const { language, timings } = parseAlertChoices(input);
  await database.write(async (writer) => {
    const before = (await choicesOf(writer, [actor.id]))(actor.id);
    const choices = JSON.stringify({ language, timings: { ...before.timings, ...timings } });
    await putRow(writer, "alert_choice", ["person_id"], { person_id: actor.id, choices });
  });
}
