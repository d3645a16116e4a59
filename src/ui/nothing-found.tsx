import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { PaperNumber } from "./paper-number.tsx";
import { type Operator, WaysToReach } from "./ways-to-reach.tsx";

type NothingFoundProps = { asked: string; operator: Operator; asksName: boolean };

export function NothingFound({ asked, operator, asksName }: NothingFoundProps) {
  return (
    <div className="grid max-w-2xl gap-6">
      <div>
        <h2 tabIndex={-1} autoFocus className="text-28 text-alarm sm:text-36">
          {m.none_found()}
        </h2>
        <p className="text-quiet">{m.no_result()}</p>
      </div>
      <p>
        {m.number_asked()} <PaperNumber number={asked} />
      </p>
      <PlainList title={m.none_meaning()}>
        <li>{asksName ? m.none_mistyped_guarded() : m.none_mistyped()}</li>
        <li>{m.none_unpublished({ operator: operator.name })}</li>
        <li>{m.none_withdrawn()}</li>
      </PlainList>
      <PlainList title={m.none_next()}>
        <li>{m.none_compare()}</li>
        <li>
          {m.none_ask({ operator: operator.name })}
          <WaysToReach operator={operator} />
        </li>
      </PlainList>
    </div>
  );
}

const PlainList = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1 font-semibold">{title}</h3>
    <ul className="list-disc space-y-1 ps-6">{children}</ul>
  </div>
);
