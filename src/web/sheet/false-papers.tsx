import triangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Icon } from "#design/icon.tsx";

/** True if staff have marked only the number of the record that the page does not show. */
export type OtherMarked = { isOtherNumber: boolean };

/** Names no number: the other one is not told to whoever knows one. */
export const falsePapersTitle = ({ isOtherNumber }: OtherMarked): string =>
  isOtherNumber ? m.false_papers_other() : m.false_papers();

/** Stands above an answer with a record if staff have marked one of its numbers. It takes the focus. */
export const FalsePapersAbove = ({ operator, isOtherNumber }: OtherMarked & { operator: string }) => (
  <FalsePapers title={falsePapersTitle({ isOtherNumber })} takesFocus>
    {m.false_papers_found({ operator })}
  </FalsePapers>
);

type FalsePapersProps = { title: string; takesFocus?: boolean; children: ReactNode };

export const FalsePapers = ({ title, takesFocus = false, children }: FalsePapersProps) => (
  <section className="mb-4 grid max-w-3xl gap-1 border-s-4 border-alarm ps-4">
    <h2 {...(takesFocus && { tabIndex: -1, autoFocus: true })} className="flex gap-2 text-22 text-alarm sm:text-28">
      <Icon icon={triangleAlert} className="mt-1 size-6 flex-none" />
      {title}
    </h2>
    <p>{children}</p>
  </section>
);
