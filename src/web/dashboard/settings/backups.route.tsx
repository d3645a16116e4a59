import { Form } from "react-router";
import { maxDaysKept } from "#core/settings/backup-schedule.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount, writtenDuration, writtenMoment, writtenSize, writtenTime } from "#i18n/written.ts";
import {
  type BackupsState,
  beginBackup,
  beginCheckOfBackup,
  readBackups,
} from "#operations/backups/scheduled-backups.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ProgressLine } from "#design/page/progress-line.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { useRefresh } from "#design/page/use-refresh.ts";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { BackupNote, NoPlaceNote } from "../frame/operator-note.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { runAction } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { sectionPath } from "./settings-pages.ts";
import type { Route } from "./+types/backups.route.ts";

const page = pages.backups.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const { runs, trial, next, erasures, location, warning } = await readBackups(portal, actor);
    const { backups: keep } = await currentSettings(portal);
    return {
      location,
      warning,
      runs: runs.map((run) => listedRun(run, location)),
      underWay: progressOf(runs.find((run) => run.isUnderWay)),
      trial: trial && shownTrial(trial),
      canDownload: runs.some(({ state, target }) => state === "done" && target === location),
      next: next === null ? null : next <= portal.now() ? m.backups_next_now() : writtenTime(next),
      kept: {
        days: writtenCount(keep.days),
        weeks: writtenCount(keep.weeks),
        months: writtenCount(keep.months),
      },
      longest: writtenCount(maxDaysKept(keep)),
      waiting: erasures.since === null ? null : waiting(erasures.count, erasures.since),
    };
  });

const waiting = (count: number, since: number) => ({ count: writtenCount(count), since: writtenMoment(since) });

type Run = BackupsState["runs"][number];

function progressOf(run: Run | undefined) {
  if (!run) return null;
  const { done, total: all } = run;
  return { done, all, words: all > 0 ? m.backups_progress({ done: writtenCount(done), all: writtenCount(all) }) : "" };
}

function shownTrial(run: Run) {
  if (run.isUnderWay) return { words: m.backups_trial_running(), problem: null, underWay: progressOf(run) };
  const when = writtenMoment(run.ended_at ?? run.heard_at);
  if (run.state !== "done") return { words: m.backups_trial_failed({ when }), problem: run.problem, underWay: null };
  const found = { when, records: writtenCount(run.records_count), documents: writtenCount(run.images_count) };
  // A check that has read a part of the files has opened no record.
  const isOfPart = run.kind === "check" && run.records_count === 0;
  const ofCheck = isOfPart ? m.backups_trial_part : m.backups_trial_checked;
  const words = run.kind === "check" ? ofCheck(found) : m.backups_trial_restored(found);
  return { words, problem: run.problem, underWay: null };
}

const listedRun = (run: Run, usual: string | null) => ({
  id: run.id,
  begun: writtenTime(run.started_at),
  took: run.ended_at === null ? "" : writtenDuration(run.ended_at - run.started_at),
  state: run.isUnderWay ? ("running" as const) : run.state === "done" ? ("done" as const) : ("failed" as const),
  figures:
    run.state === "done"
      ? {
          records: writtenCount(run.records_count),
          documents: writtenCount(run.images_count),
          size: writtenSize(run.bytes_total),
          sent: writtenSize(run.bytes_sent),
        }
      : null,
  /** The place of the backup, if it is not the usual one. */
  elsewhere: run.target === usual ? null : run.target,
  problem: run.problem,
});

type ListedRun = ReturnType<typeof listedRun>;

/** Starts a backup, or the rehearsal of a restore, without waiting for its end. The page shows that it runs. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const begin = (await readForm(request))["do"] === "check" ? beginCheckOfBackup : beginBackup;
  const problems = { "still-working": "backup-running" } as const;
  return runAction(visit, { problems, id: "", back: page, here: page }, () => begin(portal, actor, visit.report));
}

export default function Backups({ loaderData }: Route.ComponentProps) {
  const { runs, location, warning, underWay, trial, canDownload } = loaderData;
  const isUnderWay = Boolean(underWay ?? trial?.underWay);
  useRefresh(isUnderWay);
  return (
    <PageFrame title={m.backups_title()}>
      <p className="max-w-prose text-quiet">{m.backups_text()}</p>
      {warning && <BackupNote warning={warning} />}
      {location === null ? <NoPlaceNote /> : <Schedule {...loaderData} location={location} />}
      <div role="status" className="empty:hidden">
        {underWay && <ProgressLine {...underWay} words={`${m.backups_running()} ${underWay.words}`} />}
        {trial?.underWay && (
          <ProgressLine {...trial.underWay} words={`${m.backups_check_running()} ${trial.underWay.words}`} />
        )}
      </div>
      {location !== null && !isUnderWay && (
        <div>
          <ActionButton
            action={page}
            fields={{ do: "now" }}
            label={m.backups_now()}
            of=""
            className={`${buttonClass({ size: "small" })} max-sm:w-full`}
          />
        </div>
      )}
      {canDownload && !isUnderWay && <NewestTools />}
      <DataTable
        caption={m.backups_title()}
        columns={columns()}
        rows={runs}
        empty={<EmptyState title={m.backups_none_title()} text={m.backups_none_text()} />}
      />
    </PageFrame>
  );
}

const NewestTools = () => (
  <div className="grid max-w-prose gap-4">
    <div className="grid justify-items-start gap-2">
      <p className="text-quiet">{m.backups_check_hint()}</p>
      <ActionButton
        action={page}
        fields={{ do: "check" }}
        label={m.backups_check()}
        of=""
        className={`${buttonClass({ variant: "secondary", size: "small" })} max-sm:w-full`}
      />
    </div>
    <Form method="post" action={pages.backupFile.path} reloadDocument className="grid justify-items-start gap-2">
      <p className="text-quiet">{m.backups_download_hint()}</p>
      <Button variant="secondary" size="small" className="max-sm:w-full">
        {m.backups_download()}
      </Button>
    </Form>
  </div>
);

type ScheduleProps = Pick<Route.ComponentProps["loaderData"], "next" | "kept" | "longest" | "waiting" | "trial"> & {
  location: string;
};

const Schedule = ({ location, next, kept, longest, waiting: queued, trial }: ScheduleProps) => (
  <div className="grid gap-2">
    <Facts>
      <Fact term={m.backups_where()}>
        <span className="wrap-anywhere">{location}</span>
        <p className="text-16 text-quiet">{m.backups_where_hint()}</p>
      </Fact>
      <Fact term={m.backups_next()}>{next ?? m.backups_next_off()}</Fact>
      <Fact term={m.backups_trial()}>
        {trial ? trial.words : m.backups_trial_never()}
        {trial?.problem && (
          <p lang="en" className="text-16 wrap-anywhere text-alarm">
            {trial.problem}
          </p>
        )}
      </Fact>
      <Fact term={m.backups_kept()}>{m.backups_kept_text(kept)}</Fact>
      <Fact term={m.backups_longest()}>{m.backups_longest_text({ days: longest })}</Fact>
      {queued && <Fact term={m.backups_erasures()}>{m.backups_erasures_text(queued)}</Fact>}
    </Facts>
    <TextLink to={sectionPath("backups")} label={m.backups_kept_change()} />
  </div>
);

const columns = (): Column<ListedRun>[] => [
  {
    title: m.backups_begun(),
    look: "main",
    cell: ({ begun, problem, elsewhere }) => (
      <div className="grid py-1.5">
        <span className="font-semibold">{begun}</span>
        {elsewhere !== null && <span className="text-14 wrap-anywhere text-quiet">{elsewhere}</span>}
        {problem && (
          <span lang="en" className="text-14 wrap-anywhere text-alarm">
            {problem}
          </span>
        )}
      </div>
    ),
  },
  { title: m.state(), look: "state", cell: ({ state }) => states[state]() },
  { title: m.backups_took(), isNamed: true, cell: ({ took }) => took },
  ...(["records", "documents", "size", "sent"] as const).map((figure) => ({
    title: figureWords[figure](),
    isNamed: true,
    cell: ({ figures }: ListedRun) => figures?.[figure] ?? "",
  })),
];

const figureWords = {
  records: m.backups_records,
  documents: m.backups_documents,
  size: m.backups_size,
  sent: m.backups_sent,
};

const states = {
  done: () => <ShapedWord shape="shown" word={m.backups_done()} />,
  running: () => <ShapedWord shape="waiting" word={m.backups_under_way()} />,
  failed: () => <ShapedWord shape="hidden" word={m.backups_failed()} />,
};
