type ProgressLineProps = {
  words: string;
  done: number;
  /** 0 if it is not known. */
  all: number;
};

/** How far something is that runs in the background. */
export const ProgressLine = ({ words, done, all }: ProgressLineProps) => (
  <div className="grid w-full max-w-prose gap-1">
    <p id="progress" className="tabular-nums">
      {words}
    </p>
    <progress
      aria-labelledby="progress"
      {...(all > 0 && { max: all, value: done })}
      className="h-2 w-full accent-(--focus)"
    />
  </div>
);
