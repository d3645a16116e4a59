import type { ReactNode } from "react";

type FormPartProps = {
  title: ReactNode;
  /** Gives the section a name, which makes it a landmark. */
  id?: string;
  className?: string;
  children: ReactNode;
};

export const FormPart = ({ title, id, className = "gap-5", children }: FormPartProps) => (
  <section aria-labelledby={id} className={`grid border-t border-line pt-5 ${className}`}>
    <h2 id={id} className="scroll-mt-20 text-22">
      {title}
    </h2>
    {children}
  </section>
);

export const HiddenFields = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
