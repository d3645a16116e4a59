import calendarX from "lucide/dist/esm/icons/calendar-x.mjs";
import type { ReactNode } from "react";
import { type EndedPaper, endedLines } from "#i18n/ended-words.ts";
import { Icon } from "#design/icon.tsx";

type EndedNoticeProps = { ended?: readonly EndedPaper[]; children: ReactNode };

/** Stands above all that a sheet says if a paper has ended. `children`: the heading. */
export const EndedNotice = ({ ended = [], children }: EndedNoticeProps) => (
  <div className="night ended">
    <Icon icon={calendarX} />
    <div>
      {children}
      {ended.length > 1 && (
        <ul className="mt-1 text-16 leading-snug">
          {endedLines(ended).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  </div>
);
