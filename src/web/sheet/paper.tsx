import type { ReactNode } from "react";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import type { ImageGrant } from "#core/images/image-links.ts";
import type { LastDay } from "#core/records/last-days.ts";
import type { DocumentPage } from "#core/records/record-details.ts";
import { m } from "#i18n/compiled/messages.js";
import { pageTitle } from "#i18n/document-titles.ts";
import { writtenPages } from "#i18n/written.ts";
import { LastDayLine } from "./last-day-line.tsx";
import { PageImage } from "./page-image.tsx";

/** Three upright pages always fit into the widest sheet. */
export const pagesOnWideScreen = 3;

type PaperProps = {
  /** What an index of the documents leads to. */
  id?: string;
  kind: AnyKind;
  /** Such as "1 of 8". */
  place: string;
  title: string;
  pages: readonly DocumentPage[];
  lastDay: LastDay | undefined;
  grant: ImageGrant | null;
  isFirst: boolean;
  /** How many pages stand before it in the strip. */
  pagesBefore?: number;
  sizes?: string | undefined;
  /** Stands for the pages where there are none to load. */
  picture?: ReactNode;
  /** What else the caption says. */
  children?: ReactNode;
};

/** One document of the strip: its pages side by side, and its title. */
export const Paper = ({
  id,
  kind,
  place,
  title,
  pages,
  lastDay,
  grant,
  isFirst,
  pagesBefore = 0,
  sizes,
  picture,
  children,
}: PaperProps) => {
  const count = picture ? 1 : pages.length;
  return (
    <li id={id} className="document" data-kind={kind}>
      <div className="flex gap-2">
        {picture ?? (pages.length === 0 && <Unscanned />)}
        {pages.map((page, at) => (
          <PageImage
            key={page.image}
            describedAs={pageTitle(title, at, pages.length)}
            saysWait={isFirst && at === 0}
            isFar={pagesBefore + at >= pagesOnWideScreen}
            {...{ page, grant, sizes }}
          />
        ))}
      </div>
      <div className="caption">
        <h4 className="text-18 wrap-anywhere">
          <bdi>{title}</bdi>
        </h4>
        <p className="text-quiet">{[place, ...(count > 0 ? [writtenPages(count)] : [])].join(" · ")}</p>
        {lastDay && <LastDayLine {...lastDay} />}
        {children}
      </div>
    </li>
  );
};

/** As high as the pages beside it. */
const Unscanned = () => (
  <p className="grid h-[min(16rem,107cqi)] w-44 place-content-center rounded-sm border border-dashed border-line-strong p-3 text-center leading-snug text-quiet sm:h-96 sm:w-68 print:h-auto">
    {m.document_unscanned()}
  </p>
);
