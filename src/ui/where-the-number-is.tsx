import { m } from "#i18n/compiled/messages.js";

export function WhereTheNumberIs({ hasIrccNumber }: { hasIrccNumber: boolean }) {
  return (
    <div className="grid gap-3 text-16">
      <h2 className="font-semibold">{m.where_is_the_number()}</h2>
      <PhotoPage />
      <p className="text-quiet">{m.passport_place()}</p>
      {hasIrccNumber && <p className="text-quiet">{m.ircc_place()}</p>}
    </div>
  );
}

const PhotoPage = () => (
  <svg viewBox="0 0 320 200" aria-hidden="true" className="sheet w-full max-w-80 rounded-sm bg-surface text-ink">
    <g fill="none" stroke="var(--line-strong)" strokeWidth="2">
      <rect x="20" y="56" width="76" height="90" rx="2" />
      <circle cx="58" cy="90" r="17" />
      <path d="M28 145c2-25 14-34 30-34s28 9 30 34" />
    </g>
    <g stroke="var(--line)" strokeWidth="8" strokeLinecap="round">
      <path d="M24 30h72M118 66h78M118 88h116M118 110h92M118 132h104" />
    </g>
    <g stroke="var(--line-strong)" strokeWidth="5" strokeDasharray="7 5">
      <path d="M20 168h280M20 184h280" />
    </g>
    <rect x="176" y="14" width="128" height="34" rx="3" fill="none" stroke="currentColor" strokeWidth="3" />
    <text x="190" y="37" textLength="100" fontSize="17" fontWeight="700" fill="currentColor">
      A12345678
    </text>
  </svg>
);
