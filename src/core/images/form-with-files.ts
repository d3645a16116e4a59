/** The result for one file of a form. */
export type Outcome<Result> = { done: Result } | { failed: unknown };

export type FileOfForm<Result> = { field: string; name: string; outcome: Outcome<Result> };

/** Receives the files of a form, each while it arrives. */
export type FileReceiver<Result> = {
  /** If a file arrives in any other field, the whole form is refused. */
  takes: (field: string) => boolean;
  /** True to skip empty files without a name: browsers send these for a field in which no file was chosen. */
  skipsNameless: boolean;
  /** How many files it takes, if more than usual. */
  files?: number;
  /** The size limit for this form, if it may be larger than others. */
  bytesInRequest?: number;
  receive: (bytes: AsyncIterable<Uint8Array>, field: string) => Promise<Result>;
  /** Undoes the receipt of a file if the form is later refused as a whole. */
  discard: (result: Result) => Promise<void>;
};

export type FormWithFiles<Result> = { fields: URLSearchParams; files: FileOfForm<Result>[] };
