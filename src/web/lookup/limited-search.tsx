import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { askAgainForm } from "./ask-again.tsx";
import { SearchButton } from "./search-button.tsx";

/** So many misses came from this visitor's address that the next search has its price. */
export type Limited = {
  kind: "limited";
  waitSeconds: number;
  /** Comes back with the question and shows that the visitor has waited. */
  ticket: string;
  /** A sum that the script solves instead of waiting, as JSON. */
  challenge: string;
};

/** Nobody is turned away: the visitor is told how long, and the button is there. The script counts the seconds down. */
export function LimitedSearch({ waitSeconds }: Pick<Limited, "waitSeconds">) {
  const [before, after] = m.limited_seconds({ seconds: "|" }).split("|");
  return (
    <div className="grid max-w-2xl justify-items-start gap-4" data-wait={waitSeconds}>
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.limited_title()}
      </h2>
      <p>{m.limited_reason()}</p>
      <p className="text-22 tabular-nums" data-wait-text="">
        {before}
        {/* By itself, for the script to change. */}
        <span data-seconds="">{writtenCount(waitSeconds)}</span>
        {after}
      </p>
      <SearchButton form={askAgainForm} label={m.limited_search()} />
    </div>
  );
}
