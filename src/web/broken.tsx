import { m } from "#i18n/compiled/messages.js";
import { BrokenPage } from "#ui/broken-page.tsx";

/** What is said where a page could not be made. */
export const Broken = ({ status }: { status: number }) => <BrokenPage reason={reasonFor(status)} />;

function reasonFor(status: number): string {
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.broken_request() : m.broken_internal();
}
