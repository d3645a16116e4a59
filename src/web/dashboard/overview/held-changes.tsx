import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { pages } from "../../pages.ts";

export type ShownHeld = {
  id: string;
  words: string;
  askedBy: string;
  isOwn: boolean;
  mayAgree: boolean;
  until: string;
};

/** The changes that wait for a second admin. Each of them shows only what this admin may do with it. */
export const HeldChanges = ({ changes }: { changes: readonly ShownHeld[] }) => (
  <section aria-labelledby="held" className="grid gap-3">
    <h2 id="held" className="text-18">
      {m.held_title()}
    </h2>
    <ul className="grid gap-3">
      {changes.map((change) => (
        <HeldLine key={change.id} {...change} />
      ))}
    </ul>
  </section>
);

const HeldLine = ({ id, words, askedBy, isOwn, mayAgree, until }: ShownHeld) => (
  <li className="grid max-w-prose gap-2 border-s-4 border-alarm ps-4">
    <p className="font-semibold wrap-anywhere">{words}</p>
    <p>{m.held_asked({ name: askedBy, until })}</p>
    {!mayAgree && !isOwn && <p className="text-quiet">{m.held_newcomer()}</p>}
    <div className="flex flex-wrap gap-3">
      {mayAgree && <Decision does="agree" id={id} label={m.held_agree()} of={`“${words}”`} />}
      <Decision does="refuse" id={id} label={isOwn ? m.held_withdraw() : m.held_refuse()} of={`“${words}”`} />
    </div>
  </li>
);

const Decision = ({ does, id, label, of }: { does: string; id: string; label: string; of: string }) => (
  <ActionButton
    action={pages.dashboard.path}
    fields={{ do: does, id }}
    label={label}
    of={of}
    className={buttonClass({ variant: "secondary", size: "small" })}
  />
);
