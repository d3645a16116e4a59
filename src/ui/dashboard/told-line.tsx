import { m } from "#i18n/compiled/messages.js";
import { DeedButton } from "./deed-button.tsx";
import { type Told, wordsOf } from "./deeds.ts";
import { keyed } from "./keys.ts";

type ToldLineProps = { told: Told | null; page: string };

/** What has just happened: a toast for one second, and for as long as the page stays the way to take it back. */
export const ToldLine = ({ told, page }: ToldLineProps) => (
  <>
    <div role="status" className="pointer-events-none fixed inset-x-0 top-4 z-20 hidden px-4 scripted:block">
      {told && isToast(told) && <Toast key={told.at} {...told} />}
    </div>
    {told && <LastDeed {...told} page={page} />}
  </>
);

function isToast({ deed }: Told): boolean {
  const { isProblem, stays } = wordsOf(deed);
  return !isProblem && !stays;
}

const Toast = ({ deed, name }: Told) => (
  <div
    data-toast=""
    className="sheet mx-auto grid max-w-md animate-leave rounded-sm border border-line bg-surface px-4 py-3 text-ink [animation-delay:1s]"
  >
    <Sentence deed={deed} name={name} />
  </div>
);

/** Stands at the lower edge, so that no row moves from under the pointer; without scripts above the page. */
const looks = {
  done: "border-line-strong bg-raised py-1 pe-4 scripted:fixed scripted:bottom-4 scripted:z-10 scripted:shadow-lg",
  stays: "border-line-strong bg-raised font-semibold",
  problem: "mb-5 border-alarm font-semibold text-alarm",
};

function lookOf(isProblem: boolean, stays: boolean): string {
  if (isProblem) return looks.problem;
  return stays ? looks.stays : looks.done;
}

function LastDeed({ deed, id, name, page }: Told & { page: string }) {
  const { undo, isProblem = false, stays = false } = wordsOf(deed);
  const isToastAlone = !(isProblem || stays || undo);
  return (
    <div
      role={isProblem || stays ? "alert" : undefined}
      data-told={deed}
      className={`mb-5 flex max-w-6xl flex-wrap items-center gap-x-4 border-s-4 ps-4 ${lookOf(isProblem, stays)} ${isToastAlone ? "scripted:hidden" : ""}`}
    >
      <p className="py-2">
        <Sentence deed={deed} name={name} />
      </p>
      {undo && (
        <DeedButton
          action={undo.action}
          fields={{ do: undo.does, id, back: page }}
          label={m.undo()}
          of={name}
          className="row-button min-h-11 font-semibold"
          {...keyed("z", m.undo())}
        />
      )}
    </div>
  );
}

function Sentence({ deed, name }: Pick<Told, "deed" | "name">) {
  const { title, text } = wordsOf(deed);
  return (
    <>
      {title && <strong className="me-1 block">{title()}</strong>}
      <span>{text({ name })}</span>
    </>
  );
}
