import type { PublicRecord } from "#core/records/visibility.ts";
import { m } from "#i18n/compiled/messages.js";
import { publishedWords } from "#i18n/published-words.ts";
import { RecordNumber } from "../sheet/document-number.tsx";
import { PageImage } from "../sheet/page-image.tsx";

type OwnSheetProps = { name: string; shown: PublicRecord | null; operator: string };

/** The record as a small sheet: whose it is, and whether it is published. */
export const OwnSheet = ({ name, shown, operator }: OwnSheetProps) => {
  const [photo] = shown?.documents.photo ?? [];
  return (
    <article className={`record ${shown ? "sheet" : "nothing"}`}>
      <div className="record-head">
        {shown && photo && (
          <PageImage page={photo} grant={shown.imageGrant} describedAs={m.photo_of({ name })} saysWait />
        )}
        <div className="grid min-w-0 content-start gap-2">
          <h2 className="pe-6 text-22 wrap-anywhere sm:text-28">{name}</h2>
          {shown ? (
            <>
              <p className="text-18">
                <RecordNumber number={shown.passportNumber} />
              </p>
              <p className="text-16 text-quiet">{publishedWords(operator, shown)}</p>
            </>
          ) : (
            <p>{m.holder_nothing_shown({ operator })}</p>
          )}
        </div>
      </div>
    </article>
  );
};
