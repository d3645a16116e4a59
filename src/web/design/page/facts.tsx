import type { ReactNode } from "react";

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[max-content_1fr]">{children}</dl>
);

export const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-quiet max-sm:mt-2">{term}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
