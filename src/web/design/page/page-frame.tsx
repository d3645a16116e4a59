import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "../form/button.tsx";
import { useDashboard } from "./use-dashboard.ts";

type PageFrameProps = {
  title: string;
  /** Link to the page that most people open next. */
  next?: { path: string; label: string };
  children: ReactNode;
};

export const PageFrame = ({ title, next, children }: PageFrameProps) => (
  <div className="mx-auto grid max-w-6xl grid-cols-1 gap-5">
    <title>{`${title} – ${useDashboard().operatorName}`}</title>
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h1 tabIndex={-1} className="wrap-anywhere">
        {title}
      </h1>
      {next && (
        <Link to={next.path} className={`${buttonClass({ size: "small" })} max-sm:w-full`}>
          {next.label}
        </Link>
      )}
    </div>
    {children}
  </div>
);
