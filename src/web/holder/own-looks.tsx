import { type DayOfLooks, daysBefore, keptDays, timesOf, unusualDays } from "#core/holders/looks.ts";
import { laterDay, officeDay, recentDays } from "#core/office-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay, writtenTime } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import eye from "lucide/dist/esm/icons/eye.mjs";
import { pages } from "../pages.ts";
import { OwnRow } from "./own-row.tsx";
import { lookLines, writtenTimes } from "./look-words.ts";
import { getZone } from "#i18n/reader-zone.ts";

type OwnLooksProps = {
  looks: readonly DayOfLooks[];
  refusesNotices: boolean;
  isFrozen: boolean;
  /** From when on every look is counted. */
  countedFrom: number;
  today: string;
  operator: string;
};

const shownAtOnce = 7;

export function OwnLooks({ looks: days, refusesNotices, isFrozen, countedFrom, today, operator }: OwnLooksProps) {
  const [firstOfWeek = ""] = recentDays(today, 7);
  const [oldest = ""] = recentDays(today, keptDays);
  const countedOn = officeDay(getZone(), countedFrom);
  const isCountedWhole = countedOn < oldest;
  const since = isCountedWhole ? oldest : countedOn;
  // Of the day on which counting began, only a part is counted.
  const counted = m.holder_looks_counted({ date: isCountedWhole ? writtenDay(oldest) : writtenTime(countedFrom) });
  const timesSince = (first: string) => timesIn(days.filter(({ day }) => day >= first));
  const all = `${timesSince(since) === 0 ? m.holder_looks_none() : m.holder_looks_all({ times: writtenTimes(timesSince(since)) })} ${counted}`;
  const inWeek = timesSince(firstOfWeek);
  const unusual = unusualDays(days, countedOn);
  const isCompared = [...unusual].every((day) => laterDay(day, -daysBefore) > countedOn);
  const dayItem = (one: DayOfLooks) => <Day key={one.day} {...one} isUnusual={unusual.has(one.day)} />;
  return (
    <OwnRow
      id="looks"
      title={m.holder_looks_title()}
      icon={eye}
      note={
        unusual.size > 0 ? (
          <strong className="text-alarm">{m.holder_looks_unusual()}</strong>
        ) : countedOn >= firstOfWeek ? (
          all
        ) : inWeek === 0 ? (
          m.holder_looks_week_none()
        ) : (
          m.holder_looks_week({ times: writtenTimes(inWeek) })
        )
      }
      isOpen={unusual.size > 0}
    >
      <p>{all}</p>
      {days.length > 0 && (
        <>
          <ul className="grid gap-3">{days.slice(0, shownAtOnce).map(dayItem)}</ul>
          {days.length > shownAtOnce && (
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_looks_more()}</summary>
              <ul className="grid gap-3 pt-2">{days.slice(shownAtOnce).map(dayItem)}</ul>
            </details>
          )}
        </>
      )}
      {unusual.size > 0 && (
        <p>
          {m.holder_looks_unusual_text({ operator })} {!isCompared && counted}
        </p>
      )}
      {days.some(({ looks }) => looks.some(({ state }) => state === "earlier")) && (
        <p>{m.holder_looks_earlier_text()}</p>
      )}
      <p className="text-16 text-quiet">{m.holder_looks_text({ operator })}</p>
      {!isFrozen && <Notices isRefused={refusesNotices} />}
    </OwnRow>
  );
}

/** Says whether organisations are told when what they saw no longer stands. */
const Notices = ({ isRefused }: { isRefused: boolean }) => (
  <form method="post" action={pages.myRecord.path} className="grid justify-items-start gap-3">
    <p className="text-16 text-quiet">{isRefused ? m.holder_notices_refused() : m.holder_notices_text()}</p>
    <Button variant="secondary" size="small" name="do" value={isRefused ? "notices" : "no-notices"}>
      {isRefused ? m.holder_notices_allow() : m.holder_notices_refuse()}
    </Button>
  </form>
);

const timesIn = (days: readonly DayOfLooks[]) => timesOf(days.flatMap(({ looks }) => looks));

const Day = ({ day, looks, isUnusual }: DayOfLooks & { isUnusual: boolean }) => (
  <li className={`border-s-4 ps-4 ${isUnusual ? "border-alarm" : "border-line"}`}>
    <p>
      <strong>{writtenDay(day)}</strong>: {writtenTimes(timesOf(looks))}
      {isUnusual && <strong className="block text-alarm">{m.holder_looks_unusual()}</strong>}
    </p>
    <ul className="text-quiet">
      {lookLines(looks).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </li>
);
