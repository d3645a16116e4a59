import type { ReactNode } from "react";
import chevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import type { IconNode } from "lucide";
import { Icon } from "#design/icon.tsx";

type OwnRowProps = {
  id: string;
  title: string;
  icon: IconNode;
  /** How things stand, beside the title. */
  note?: ReactNode;
  isOpen?: boolean;
  children: ReactNode;
};

/** One of the large rows of the holder's page. A link to its id opens it, because the id is on the folded content. */
export const OwnRow = ({ id, title, icon, note, isOpen = false, children }: OwnRowProps) => (
  <details open={isOpen} className="group/row border-t border-line">
    <summary className="grid min-h-18 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <Icon icon={icon} className="row-span-2 size-7" />
      <h2 className={`text-22 wrap-anywhere ${note ? "" : "row-span-2"}`}>{title}</h2>
      <Icon icon={chevronDown} className="row-span-2 size-6 group-open/row:rotate-180" />
      {note && <small className="col-start-2 text-16 text-quiet">{note}</small>}
    </summary>
    <div id={id} tabIndex={-1} className="grid scroll-mt-24 grid-cols-1 gap-4 pt-1 pb-5">
      {children}
    </div>
  </details>
);
