import { Link } from "react-router";
import { type SetupStep, setupSteps } from "#core/settings/setup-steps.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { pages } from "../../pages.ts";
import { sectionPath } from "../settings/settings-pages.ts";

const lines: Record<SetupStep, { words: () => string; to: string }> = {
  operator: { words: m.checklist_operator, to: sectionPath("operator") },
  zone: { words: m.checklist_zone, to: sectionPath("operator") },
  factor: { words: m.checklist_factor, to: pages.secondStep.path },
  mail: { words: m.checklist_mail, to: pages.mailServer.path },
  backup: { words: m.checklist_backup, to: pages.backups.path },
  admin: { words: m.checklist_admin, to: pages.invite.path },
  privacy: { words: m.checklist_privacy, to: pages.texts.path },
  record: { words: m.checklist_record, to: pages.addRecord.path },
};

/** The setup steps of a new site. A step is ticked as soon as its condition is met. */
export const Checklist = ({ steps }: { steps: Record<SetupStep, boolean> }) => (
  <details className="rounded-md border border-line-strong bg-raised px-5 py-2">
    <summary className="min-h-11 cursor-pointer content-center">
      <h2 className="inline text-18">{m.checklist_title()}</h2>
      <span className="ms-3 text-quiet">{m.checklist_count(countOf(steps))}</span>
    </summary>
    <p className="max-w-prose text-quiet">{m.checklist_text()}</p>
    <ul>
      {setupSteps.map((step) => (
        <li key={step} data-step={step} className="flex items-center gap-3">
          <Tick isDone={steps[step]} />
          <StepLine {...lines[step]} isDone={steps[step]} />
        </li>
      ))}
    </ul>
    <ActionButton
      action={pages.dashboard.path}
      fields={{ do: "put-away" }}
      label={m.checklist_put_away()}
      of=""
      className={`${buttonClass({ variant: "secondary", size: "small" })} my-2`}
    />
  </details>
);

const countOf = (steps: Record<SetupStep, boolean>) => ({
  done: writtenCount(setupSteps.filter((step) => steps[step]).length),
  all: writtenCount(setupSteps.length),
});

type StepLineProps = { words: () => string; to: string; isDone: boolean };

/** A link to a page outside the dashboard is a plain link, which loads a new document. */
function StepLine({ words, to, isDone }: StepLineProps) {
  if (isDone) return <span className="py-1.5 text-quiet">{words()}</span>;
  const look = "inline-flex min-h-11 items-center pointer-fine:min-h-9";
  return to.startsWith(pages.dashboard.path) ? (
    <Link to={to} className={look}>
      {words()}
    </Link>
  ) : (
    <a href={to} className={look}>
      {words()}
    </a>
  );
}

const Tick = ({ isDone }: { isDone: boolean }) => (
  <svg
    viewBox="0 0 20 20"
    role="img"
    aria-label={isDone ? m.checklist_done() : m.checklist_open()}
    className="size-5 shrink-0"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
  >
    <circle cx="10" cy="10" r="8.5" />
    {isDone && <path d="m6 10.5 3 3 5.5-7" strokeWidth="2" />}
  </svg>
);
