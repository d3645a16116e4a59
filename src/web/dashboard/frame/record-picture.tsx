import { RecordNumber } from "../../lookup/document-number.tsx";

type RecordPictureProps = {
  name: string;
  /** Passport or IRCC: whichever the list is about. */
  number: string;
  photo: string | null;
};

/** By what a clerk knows a record again: face, name, number. */
export const RecordPicture = ({ name, number, photo }: RecordPictureProps) => (
  <div className="flex items-center gap-3">
    <span className="size-8 shrink-0 overflow-hidden rounded-sm bg-sunk max-md:size-12">
      {photo ? (
        <img src={photo} alt="" loading="lazy" decoding="async" className="size-full object-cover object-top" />
      ) : (
        <NoPhoto />
      )}
    </span>
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <strong className="min-w-0">{name}</strong>
      <span className="text-14 text-quiet">
        <RecordNumber number={number} />
      </span>
    </span>
  </div>
);

const NoPhoto = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="size-full text-line" fill="currentColor">
    <circle cx="16" cy="12" r="6" />
    <path d="M4 32c0-8 5-12 12-12s12 4 12 12z" />
  </svg>
);
