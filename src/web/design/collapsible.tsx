import type { ReactNode } from "react";

type CollapsibleProps = {
  title: string;
  /** True to fold on narrow screens alone. On wide ones the content is open, without its title (menus.css). */
  isWideOpen?: boolean;
  children: ReactNode;
};

export const Collapsible = ({ title, isWideOpen = false, children }: CollapsibleProps) => (
  <details className={`collapsible ${isWideOpen ? "wide-open" : ""}`}>
    <summary>{title}</summary>
    {children}
  </details>
);
