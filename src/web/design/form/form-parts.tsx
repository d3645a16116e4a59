import type { ReactNode } from "react";

export const FormPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-5 border-t border-line pt-5">
    <h2 className="text-22">{title}</h2>
    {children}
  </section>
);

export const HiddenFields = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
