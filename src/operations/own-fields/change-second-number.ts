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

/** Refuses a form in which the number of a record would be spelt in another way, and so not be found any more. */
export async function changeSecondNumber(portal: Portal, actor: Actor, { expectedVersion, ...change }: Change) {
  authorize(mayChangeSettings(actor), actor);
  if ((await countRespelt(portal, change.secondNumber)) > 0)
    throw new PortalError("invalid", { fields: { "secondNumber.form": "numbers-kept" } });
  return changeSettings(portal, actor, { change, expectedVersion, areNumbersCompared: true });
}

/** What is asked before the number changes: how many records have one, and how many would be spelt in another way. */
export async function aboutSecondNumber(portal: Portal, actor: Actor, wanted: Pick<SecondNumber, "form">) {
  authorize(mayChangeSettings(actor), actor);
  const respelt = await countRespelt(portal, wanted);
  return { records: await countWithSecond(portal.database.read), respelt };
}

async function countRespelt(portal: Portal, { form }: Pick<SecondNumber, "form">): Promise<number> {
  const { secondNumber: before } = await currentSettings(portal);
  if (keepsSpelling(before.form, form)) return 0;
  let respelt = 0;
  for await (const part of recordsInParts(portal))
    respelt += part.filter((one) => numbersOf(one).some((number) => secondSpelling(number, form) !== number)).length;
  return respelt;
}

/** The number of a record, the one that it had before its edits, and the one that waits. */
const numbersOf = ({ record, revision }: RevisedRecord): string[] =>
  contentsOf(record, revision?.edits).flatMap(({ irccNumber }) =>
    typeof irccNumber === "string" && irccNumber !== "" ? [irccNumber] : [],
  );
