import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings } from "#core/accounts/permissions.ts";
import { PortalError } from "#core/errors.ts";
import { keepsSpelling, secondSpelling } from "#core/records/numbers.ts";
import { contentsOf } from "#core/records/revision.ts";
import type { SecondNumber } from "#core/records/second-number.ts";
import type { Settings } from "#core/settings/settings.ts";
import { countWithSecond } from "#storage/database/records/record-counts.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";
import type { RevisedRecord } from "../sealed/revised-record.ts";
import { changeSettings } from "../settings/change-settings.ts";
import { recordsInParts } from "./own-values.ts";

type Change = Pick<Settings, "secondNumber"> &
  Partial<Pick<Settings, "irccNumberIsOptional">> & { expectedVersion?: number | undefined };

export async function changeSecondNumber(portal: Portal, actor: Actor, { expectedVersion, ...change }: Change) {
  authorize(mayChangeSettings(actor), actor);
  await refuseRespelling(portal, change.secondNumber);
  return changeSettings(portal, actor, { change, expectedVersion, areNumbersCompared: true });
}

/** How many records have a number, which is asked before it changes. Refuses what the change would refuse. */
export async function aboutSecondNumber(portal: Portal, actor: Actor, wanted: Pick<SecondNumber, "form">) {
  authorize(mayChangeSettings(actor), actor);
  await refuseRespelling(portal, wanted);
  return { records: await countWithSecond(portal.database.read) };
}

/**
 * Refuses a form in which the number of a record would be spelt in another way, and so not be found any more. It may open
 * every record: in a transaction, everybody else who writes would wait for that.
 */
export async function refuseRespelling(portal: Portal, { form }: Pick<SecondNumber, "form">): Promise<void> {
  const { secondNumber: before } = await currentSettings(portal);
  if (keepsSpelling(before.form, form)) return;
  const isRespelt = (number: string) => secondSpelling(number, form) !== number;
  for await (const part of recordsInParts(portal))
    if (part.flatMap(numbersOf).some(isRespelt))
      throw new PortalError("invalid", { fields: { "secondNumber.form": "numbers-kept" } });
}

/** The number of a record, the one that it had before its edits, and the one that waits. */
const numbersOf = ({ record, revision }: RevisedRecord): string[] =>
  contentsOf(record, revision?.edits).flatMap(({ irccNumber }) =>
    typeof irccNumber === "string" && irccNumber !== "" ? [irccNumber] : [],
  );
