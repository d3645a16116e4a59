import { RecordNumber } from "../../lookup/document-number.tsx";

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
