import type { ReactNode } from "react";
import { type Whose, WhoseSite } from "./whose-site.tsx";

type PageWithoutSiteProps = {
  /** Null where a browser shows the page and nobody told it. */
  whose: Whose | null;
  className?: string;
  children: ReactNode;
};

/** A page that stands alone, with nothing of the site around it but whose it is. */
export const PageWithoutSite = ({ whose, className = "", children }: PageWithoutSiteProps) => (
  <div className={`grid min-h-svh grid-cols-1 grid-rows-[1fr_auto] gap-8 px-4 py-8 sm:px-6 ${className}`}>
    {children}
    {whose && (
      <footer className="mx-auto grid w-full max-w-2xl gap-1 border-t border-line pt-4 text-16 text-quiet">
        <WhoseSite operator={whose} />
      </footer>
    )}
  </div>
);
