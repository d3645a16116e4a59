import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";

type WhereTheNumberIsProps = {
  /** An example of a passport's number. */
  example: string;
  asksForIrcc: boolean;
};

export const WhereTheNumberIs = ({ example, asksForIrcc }: WhereTheNumberIsProps) => (
  <div className="grid gap-3 text-16">
    <h2 className="font-semibold">{m.where_is_the_number()}</h2>
    <div className={`grid gap-4 sm:gap-6 ${asksForIrcc ? "grid-cols-2" : ""} lg:grid-cols-1`}>
      <Place words={m.passport_place()}>
        <PhotoPage example={example} />
      </Place>
      {asksForIrcc && (
        <Place words={m.ircc_place()}>
          <Mail />
        </Place>
      )}
    </div>
  </div>
);

const Place = ({ words, children }: { words: string; children: ReactNode }) => (
  <div className="grid content-start gap-2 sm:gap-3">
    <svg viewBox="0 0 320 200" aria-hidden="true" className="sheet w-full max-w-56 text-ink lg:max-w-48">
      <path d="M1 1h286l32 32v166H1z" fill="var(--surface)" stroke="var(--line)" />
      <path d="M287 1v32h32z" fill="var(--line)" />
      {children}
    </svg>
    <p className="text-quiet">{words}</p>
  </div>
);

const PhotoPage = ({ example }: { example: string }) => (
  <>
    <g fill="none" stroke="var(--line-strong)" strokeWidth="2">
      <rect x="20" y="56" width="76" height="90" rx="2" />
      <circle cx="58" cy="90" r="17" />
      <path d="M28 145c2-25 14-34 30-34s28 9 30 34" />
    </g>
    <Lines draw="M24 30h72M118 66h78M118 88h116M118 110h92M118 132h104" />
    <g stroke="var(--line-strong)" strokeWidth="5" strokeDasharray="7 5">
      <path d="M20 168h280M20 184h280" />
    </g>
    <rect x="146" y="14" width="128" height="34" rx="3" fill="none" stroke="currentColor" strokeWidth="3" />
    <Number x={160} y={37} length={100}>
      {example}
    </Number>
  </>
);

const Mail = () => (
  <>
    <Lines draw="M24 30h84M24 52h56M196 30h64" />
    <rect x="16" y="74" width="152" height="34" rx="3" fill="none" stroke="currentColor" strokeWidth="3" />
    <Number x={30} y={97} length={124}>
      W123456789
    </Number>
    <Lines draw="M24 134h96M24 158h272M24 180h236" />
  </>
);

const Lines = ({ draw }: { draw: string }) => (
  <path d={draw} stroke="var(--line)" strokeWidth="8" strokeLinecap="round" />
);

const Number = ({ x, y, length, children }: { x: number; y: number; length: number; children: string }) => (
  <text x={x} y={y} textLength={length} fontSize="17" fontWeight="700" fill="currentColor">
    {children}
  </text>
);
