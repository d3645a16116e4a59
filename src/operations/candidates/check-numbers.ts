import type { AuditDetails } from "#core/audit/audit-event.ts";
import { parseNumberList } from "#core/candidates/number-list.ts";
import { type Actor, actorId } from "#core/staff/actor.ts";
import { mayCheckNumbers, require } from "#core/staff/permissions.ts";
import { recordUnderSettings } from "../audit/record-under-settings.ts";
import type { Portal } from "../portal.ts";
import { limitAsking } from "./limit-asking.ts";
import { type CheckedNumber, numberStandings, numberStates } from "./number-standings.ts";

const lists = { name: "lists of numbers checked", atMost: 20, withinSeconds: 60 * 60 };

/** Says of each number of a list, passport or IRCC, how its record stands. That it was asked is recorded, without numbers. */
export async function checkNumbers(portal: Portal, actor: Actor, input: unknown): Promise<CheckedNumber[]> {
  require(mayCheckNumbers(actor), actor);
  const numbers = parseNumberList(input);
  await limitAsking(portal, actor, lists);
  const checked = await numberStandings(portal, actor, numbers);
  const event = { actor, action: "numbers-checked", subject: "staff", subjectId: actorId(actor) } as const;
  await recordUnderSettings(portal, { ...event, details: countsOf(checked) });
  return checked;
}

const countsOf = (checked: readonly CheckedNumber[]): AuditDetails =>
  Object.fromEntries(
    numberStates.map((state) => [state, { from: null, to: checked.filter((number) => number.state === state).length }]),
  );
