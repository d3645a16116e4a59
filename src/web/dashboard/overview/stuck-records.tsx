import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";

type StuckRecord = {
  id: string;
  name: string;
  /** Who could approve it, and what is needed for that; or why nobody can. */
  could: readonly string[];
  command: string | null;
};

/** `more`: how many there are, if not all are shown. */
export type ShownStuck = { records: readonly StuckRecord[]; more: string | null };

/** What waits, and no admin may approve. */
export const StuckRecords = ({ records, more }: ShownStuck) => (
  <section aria-labelledby="stuck" className="grid gap-3">
    <h2 id="stuck" className="text-18">
      {m.stuck_title()}
    </h2>
    <p className="max-w-prose">{m.stuck_text()}</p>
    <ul className="grid gap-3">
      {records.map(({ id, name, could, command }) => (
        <li key={id} className="grid max-w-prose gap-1 border-s-4 border-alarm ps-4">
          <TextLink to={href(pages.decide.path, { id })} label={name} />
          {could.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {command && <p className="text-14 wrap-anywhere text-quiet">{command}</p>}
        </li>
      ))}
    </ul>
    {more && <p className="max-w-prose">{more}</p>}
  </section>
);
