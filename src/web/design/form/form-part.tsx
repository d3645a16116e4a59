import type { ReactNode } from "react";

/** Fields that belong together, under a heading. */
export const FormPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-5 border-t border-line pt-5">
    <h2 className="text-22">{title}</h2>
    {children}
  </section>
);
