import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { askAgainForm } from "./ask-again.tsx";
import { SearchButton } from "./search-button.tsx";

/** So many searches came from this visitor's address that the next one has its price. */
export type Limited = {
  kind: "limited";
  waitSeconds: number;
  /** Comes back with the question and shows that the visitor has waited; null where only waiting long helps. */
  ticket: string | null;
  /** A sum that the script may solve instead of waiting. */
  challenge: string | null;
};

const minute = 60;

/** Nobody is turned away: the visitor is told how long, and the button is there. The script counts the seconds down. */
export function LimitedSearch({ waitSeconds }: Pick<Limited, "waitSeconds">) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4" data-wait={waitSeconds}>
      <h2 tabIndex={-1} autoFocus className="text-22 sm:text-28">
        {m.limited_title()}
      </h2>
      <p>{m.limited_reason()}</p>
      <p className="text-22 tabular-nums" data-wait-text="">
        {waitSeconds < 2 * minute ? <Seconds waitSeconds={waitSeconds} /> : inMinutes(waitSeconds)}
      </p>
      <SearchButton form={askAgainForm} label={m.limited_search()} />
    </div>
  );
}

/** The number stands by itself, for the script to change. */
function Seconds({ waitSeconds }: Pick<Limited, "waitSeconds">) {
  const [before, after] = m.limited_seconds({ seconds: "|" }).split("|");
  return (
    <>
      {before}
      <span data-seconds="">{writtenCount(waitSeconds)}</span>
      {after}
    </>
  );
}

const inMinutes = (seconds: number) => m.limited_minutes({ minutes: writtenCount(Math.ceil(seconds / minute)) });
