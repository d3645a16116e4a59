import { Link } from "react-router";
import type { OtherRecord } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { StateWord } from "#design/page/state-label.tsx";
import { recordAddress } from "../record-list/record-links.tsx";

/**
 * Points out other records with the same name and parents' names, without blocking anything. They open in a new window.
 */
export const SamePersonNotice = ({ others }: { others: readonly OtherRecord[] }) =>
  others.length > 0 && (
    <aside
      aria-label={m.same_person()}
      className="mx-auto mb-1 flex w-full max-w-6xl flex-wrap items-center gap-x-6 border-s-4 border-line-strong ps-4 print:hidden"
    >
      <p className="py-2">{m.same_person()}</p>
      {others.map(({ id, name, publicState }) => (
        <p key={id} className="flex flex-wrap items-center gap-x-3">
          <Link to={recordAddress(id)} target="_blank" className="inline-flex min-h-11 items-center font-semibold">
            {name}
          </Link>
          <StateWord publicState={publicState} />
        </p>
      ))}
    </aside>
  );
