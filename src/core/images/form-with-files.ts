/** What became of one file of a form. */
export type Outcome<Result> = { done: Result } | { failed: unknown };

export type FileOfForm<Result> = { field: string; name: string; outcome: Outcome<Result> };

/** What takes in the files of a form, each as it comes. */
export type FileReceiver<Result> = {
  /** A file in any other field refuses the whole form. */
  takes: (field: string) => boolean;
  /** Browsers send a field in which nobody chose a file as an empty file without a name. */
  skipsNameless: boolean;
  /** Where a form may be larger than others. */
  bytesInRequest?: number;
  receive: (bytes: AsyncIterable<Uint8Array>, field: string) => Promise<Result>;
  /** Undoes a file that was received when the form turns out to be refused as a whole. */
  discard: (result: Result) => Promise<void>;
};

export type FormWithFiles<Result> = { fields: URLSearchParams; files: FileOfForm<Result>[] };
