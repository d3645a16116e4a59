import { m } from "#i18n/compiled/messages.js";
import { CopySign } from "#design/form/copy-button.tsx";
import { keyed } from "#design/page/keys.ts";
import { RecordNumber } from "../../sheet/document-number.tsx";

/** A number with a copy button. The copied text has no gaps, as other forms expect it. */
export const CopiedNumber = ({ number }: { number: string }) => (
  <span className="copied-number">
    <RecordNumber number={number} />
    <CopySign
      label={m.copy_number({ number })}
      text={number}
      copied={m.copied_text()}
      refused={m.copy_text_refused()}
      {...keyed("c", m.copy_numbers())}
    />
  </span>
);

type RecordMarkProps = {
  number: string;
  /** The URL of the photo. */
  photo: string | null;
};

/** The photo and number of a record, shown in a question about it: they tell apart records of the same name. */
export const RecordMark = ({ number, photo }: RecordMarkProps) => (
  <div className="flex items-center gap-4">
    <span className="size-20 shrink-0 overflow-hidden rounded-sm bg-sunk">
      <Portrait photo={photo} />
    </span>
    {number && <RecordNumber number={number} />}
  </div>
);

export const Portrait = ({ photo }: Pick<RecordMarkProps, "photo">) =>
  photo ? (
    <img src={photo} alt="" loading="lazy" decoding="async" className="size-full object-cover object-top" />
  ) : (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-full text-line" fill="currentColor">
      <circle cx="16" cy="12" r="6" />
      <path d="M4 32c0-8 5-12 12-12s12 4 12 12z" />
    </svg>
  );
