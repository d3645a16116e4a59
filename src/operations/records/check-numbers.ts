import type { AuditDetails } from "#core/audit/audit-event.ts";
import { parseNumberList } from "#core/records/number-list.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayCheckNumbers, authorize } from "#core/staff/permissions.ts";
import { logSettingsEvent } from "../audit/log-settings-event.ts";
import type { Portal } from "../portal.ts";
import { limitAsking } from "./limit-asking.ts";
import { type CheckedNumber, numberStates, numberStateNames } from "./number-states.ts";

const lists = { name: "lists of numbers checked", atMost: 20, withinSeconds: 60 * 60 };

/** Says of each number of a list, passport or IRCC, how its record stands. That it was asked is recorded, without numbers. */
export async function checkNumbers(portal: Portal, actor: Actor, input: unknown): Promise<CheckedNumber[]> {
  authorize(mayCheckNumbers(actor), actor);
  const numbers = parseNumberList(input);
  await limitAsking(portal, actor, lists);
  const checked = await numberStates(portal, actor, numbers);
  const event = { actor, action: "numbers-checked", subject: "staff", subjectId: actorId(actor) } as const;
  await logSettingsEvent(portal, { ...event, details: countsOf(checked) });
  return checked;
}

const countsOf = (checked: readonly CheckedNumber[]): AuditDetails =>
  Object.fromEntries(
    numberStateNames.map((state) => [
      state,
      { from: null, to: checked.filter((number) => number.state === state).length },
    ]),
  );
