import { m } from "#i18n/compiled/messages.js";
import { CopySign } from "#design/form/copy-button.tsx";
import { keyed } from "#design/page/keys.ts";
import { RecordNumber } from "../../lookup/document-number.tsx";

/** A number with the sign that copies it, as it is typed elsewhere: without gaps. */
export const CopiedNumber = ({ number }: { number: string }) => (
  <span className="-my-2 inline-flex items-center">
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
  /** The address of the photo. */
  photo: string | null;
};

/** What tells a record from another of the same name, in a question about it. */
export const RecordMark = ({ number, photo }: RecordMarkProps) => (
  <div className="flex items-center gap-4">
    <span className="size-20 shrink-0 overflow-hidden rounded-sm bg-sunk">
      <Portrait photo={photo} />
    </span>
    <RecordNumber number={number} />
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
