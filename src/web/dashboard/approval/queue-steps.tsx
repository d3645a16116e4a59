import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "#design/page/keys.ts";

type QueueStepsProps = {
  queue: string;
  /** The paths of the records around this one; null where it is the last on that side. */
  before: string | null;
  after: string | null;
};

/** From record to record without going back to the list. */
export const QueueSteps = ({ queue, before, after }: QueueStepsProps) => (
  <nav aria-label={m.queue_title()} className="-mt-2 flex flex-wrap gap-x-6">
    <Link to={queue} className={step} {...keyed("q", m.queue_title())}>
      {m.queue_title()}
    </Link>
    {before && (
      <Link to={before} className={step} {...keyed("p", m.queue_before())}>
        {m.queue_before()}
      </Link>
    )}
    {after && (
      <Link to={after} className={step} {...keyed("n", m.queue_after())}>
        {m.queue_after()}
      </Link>
    )}
  </nav>
);

const step = "inline-flex min-h-11 items-center";
