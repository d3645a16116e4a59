/** The operator's name beside its first letter, until a logo is set. */
export function Brand({ operatorName }: { operatorName: string }) {
  return (
    <a href="/" className="flex min-w-0 flex-1 items-center gap-3 font-semibold no-underline hover:underline">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-sm bg-action text-22 leading-none font-bold text-action-ink"
      >
        {firstLetter(operatorName)}
      </span>
      <span className="min-w-0 text-16 leading-snug text-balance">{operatorName}</span>
    </a>
  );
}

const letters = new Intl.Segmenter();

function firstLetter(name: string): string {
  const [first] = letters.segment(name);
  return first?.segment.toUpperCase() ?? "";
}
