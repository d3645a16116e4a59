import { maxOwnPapers, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { FormPart } from "#design/form/form-parts.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { handleButtons } from "../frame/run-action.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { onPagesWords, ownAudienceWords, searchWords } from "./own-field-words.ts";
import { BuiltInPapers, SwitchQuestion } from "./built-in-papers.tsx";
import { answerSwitch, builtInPapers } from "./built-in-papers.server.ts";
import { OwnList } from "./own-list.tsx";
import { ownButtons, type OwnSetting, readOwnList } from "./own-list.server.ts";
import { addressOfOwnPaper } from "./settings-pages.ts";
import type { Route } from "./+types/own-papers.route.ts";

const page = pages.ownPapers.path;

const setting = (): OwnSetting<OwnPaper> => ({
  read: ({ ownPapers }) => ownPapers,
  change: (ownPapers) => ({ ownPapers }),
});

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }) => ({
    ...(await readOwnList(portal, setting())),
    kinds: await builtInPapers(portal),
  }));

export const shouldRevalidate = readAgainIfStale;

export const action = (args: Route.ActionArgs) =>
  handleButtons(args, {
    page,
    buttons: ownButtons(setting(), {
      saved: "own-paper-saved",
      removed: "own-paper-removed",
      leave: "own-files-leave",
    }),
    answerOther: (known, form) => answerSwitch(known, form, page),
  });

const words = {
  none: m.own_papers_none,
  noneText: m.own_papers_none_text,
  add: m.own_paper_add,
  full: m.own_papers_full,
  removed: m.own_papers_removed,
  removedText: m.own_papers_removed_text,
  removeText: m.own_paper_remove_text,
  removeYes: m.own_paper_remove_yes,
  emptying: m.own_paper_emptying,
  countNone: m.own_paper_files_none,
  counted: m.own_paper_files,
  countedMany: m.own_paper_files_many,
  deleteValues: m.own_paper_delete_files,
  deleteText: m.own_paper_delete_text,
  deleteNow: m.own_paper_delete_now,
  deleteNowAll: m.own_paper_delete_now_all,
};

/** Says which papers this office has: those of the program that are on, and its own in the order of the forms. */
export default function OwnPapers({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.papers_title()} answer={actionData}>
      {(answer) =>
        answer && "asks" in answer ? <SwitchQuestion {...answer} page={page} /> : <BothLists {...loaderData} />
      }
    </FormPage>
  );
}

const BothLists = ({ kinds, ...own }: Route.ComponentProps["loaderData"]) => (
  <>
    <BackToSettings />
    <BuiltInPapers page={page} version={own.version} kinds={kinds} />
    <FormPart id="own" title={m.own_papers_title()} className="max-w-prose gap-4">
      <div className="grid max-w-prose gap-2">
        <p>{m.own_papers_text()}</p>
        <p className="border-s-4 border-line-strong ps-4">{m.own_papers_audience()}</p>
      </div>
      <OwnList
        {...own}
        {...{ page, words }}
        addressOf={addressOfOwnPaper}
        most={maxOwnPapers}
        factsOf={({ audience, onPages, hasLastDay, isForMany, percent, isOfProgram }) => [
          ...(isOfProgram ? [m.own_label_of_program()] : []),
          ownAudienceWords[audience](),
          ...(audience === "visitors" ? [onPagesWords(onPages)] : []),
          ...(hasLastDay ? [m.own_paper_has_last_day_short()] : []),
          ...(isForMany ? [m.own_paper_is_for_many_short()] : []),
          ...(percent === null ? [] : [searchWords(percent)]),
        ]}
      />
    </FormPart>
  </>
);
