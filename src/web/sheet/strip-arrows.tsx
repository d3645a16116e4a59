import { Icon } from "#design/icon.tsx";
import chevronLeft from "lucide/dist/esm/icons/chevron-left.mjs";
import chevronRight from "lucide/dist/esm/icons/chevron-right.mjs";
import type { IconNode } from "lucide";
import { m } from "#i18n/compiled/messages.js";

/** For a mouse, which cannot swipe. The script scrolls the strip of the same section (enhance/scroll-papers.ts). */
export const StripArrows = () => (
  <div className="screen-only hidden gap-2 sm:scripted:flex">
    <Arrow pages={-1} label={m.papers_before()} icon={chevronLeft} isDone />
    <Arrow pages={1} label={m.papers_more()} icon={chevronRight} />
  </div>
);

type ArrowProps = { pages: 1 | -1; label: string; icon: IconNode; isDone?: boolean };

/** `isDone` at the end of the strip. Not disabled, because a disabled button would lose the focus. */
const Arrow = ({ pages, label, icon, isDone = false }: ArrowProps) => (
  <button
    type="button"
    data-scroll={pages}
    aria-disabled={isDone}
    aria-label={label}
    title={label}
    className="grid size-11 cursor-pointer place-items-center rounded-sm border border-line hovered:border-ink aria-disabled:cursor-default aria-disabled:opacity-35 [&>svg]:size-6"
  >
    <Icon icon={icon} />
  </button>
);
