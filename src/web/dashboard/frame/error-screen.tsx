import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";

type ErrorScreenProps = {
  /** Of the answer; 0 when none came. */
  status: number;
  page: string;
};

/** Why a page is not there, and what to do now. Its links load anew, because scripts may be what failed. */
export const ErrorScreen = ({ status, page }: ErrorScreenProps) => (
  <div role="alert" className="mx-auto grid max-w-xl gap-4 py-8">
    <title>{titleFor(status)}</title>
    <h1 tabIndex={-1}>{titleFor(status)}</h1>
    <p>{adviceFor(status)}</p>
    <p className="flex flex-wrap gap-x-6">
      {status !== 404 && (
        <a href={page} className="inline-flex min-h-11 items-center">
          {m.try_again()}
        </a>
      )}
      <a href={pages.dashboard.path} className="inline-flex min-h-11 items-center">
        {m.back_to_dashboard()}
      </a>
    </p>
  </div>
);

const titleFor = (status: number) => (status === 404 ? m.not_there_title() : m.broken_title());

function adviceFor(status: number): string {
  if (status === 0) return m.problem_connection();
  if (status === 404) return m.not_there_text();
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.dashboard_broken_request() : m.broken_internal();
}
