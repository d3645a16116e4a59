import { m } from "#i18n/compiled/messages.js";
import { historyActions } from "../records/record-history.tsx";
import { fieldLabel } from "./field-label.ts";
import type { ChangedField, Meanwhile } from "./shown-form.ts";

/** What others changed while the form was open, beside what one typed oneself. */
export const ChangedMeanwhile = ({ meanwhile: { events, changes } }: { meanwhile: Meanwhile }) => (
  <section aria-labelledby="meanwhile" className="grid gap-3 rounded-sm border border-line-strong bg-raised p-4">
    <h2 id="meanwhile" className="text-18">
      {m.meanwhile_title()}
    </h2>
    <ul>
      {events.map(({ at, who, action }) => (
        <li key={`${at} ${action} ${who}`}>
          {historyActions[action]({ who: who ?? m.history_nobody() })} <span className="text-quiet">{at}</span>
        </li>
      ))}
    </ul>
    {changes.length > 0 && (
      <dl className="grid gap-3">
        {changes.map((change) => (
          <div key={change.field}>
            <dt className="font-semibold">{fieldLabel(change.field)}</dt>
            <dd>{change.now && m.meanwhile_now({ now: change.now })}</dd>
            <dd className="text-quiet">{fateOf(change)}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

function fateOf({ isYoursKept, now }: ChangedField): string {
  if (isYoursKept) return m.meanwhile_yours_kept();
  return now ? m.meanwhile_taken_over() : m.meanwhile_shown_below();
}
