import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { ProgressLine } from "#design/page/progress-line.tsx";
import type { Counted } from "#i18n/written.ts";
import { pages } from "../../pages.ts";
import { ListTool } from "../record-list/list-filter.tsx";

/** All times are formatted text. */
export type ShownCheck = {
  who: string;
  /** Null while the check runs. */
  when: string | null;
  checked: Counted;
  events: Counted;
  broken: { number: string; when: string | null } | null;
};

/** Shows the result of the last check of the audit chain, or the progress of the current one. */
export function ChainState({ check }: { check: ShownCheck | null }) {
  if (check === null) return <p className="text-quiet">{m.audit_check_never()}</p>;
  const { who, when, checked, events, broken } = check;
  if (when === null) {
    const words = m.audit_check_running({ done: checked.written, all: events.written });
    return <ProgressLine words={words} done={checked.count} all={events.count} />;
  }
  if (broken === null) return <p className="text-quiet">{m.audit_check_whole({ ...checked, when, who })}</p>;
  return (
    <div className="grid max-w-prose gap-1 border-s-4 border-alarm ps-4">
      <p className="font-semibold">{m.audit_check_broken({ when, who, number: broken.number })}</p>
      {broken.when !== null && <p>{m.audit_check_broken_at({ when: broken.when })}</p>}
      <p>{m.audit_check_broken_do()}</p>
    </div>
  );
}

export const ChainTool = () => (
  <ListTool label={m.audit_chain()}>
    <div className="grid max-w-prose justify-items-start gap-3 pb-4">
      <p className="text-quiet">{m.audit_chain_text()}</p>
      <ActionButton
        action={pages.audit.path}
        fields={{ do: "check" }}
        label={m.audit_check_now()}
        of=""
        className={`${buttonClass({ variant: "secondary", size: "small" })} max-sm:w-full`}
      />
    </div>
  </ListTool>
);
