import { m } from "#i18n/compiled/messages.js";
import { BrokenPage } from "./broken-page.tsx";
import type { Whose } from "./whose-site.tsx";

type BrokenProps = { status: number; whose: Whose | null };

/** What is said where a page could not be made. */
export const Broken = ({ status, whose }: BrokenProps) => <BrokenPage whose={whose} reason={reasonFor(status)} />;

function reasonFor(status: number): string {
  if (status === 503) return m.broken_unavailable();
  return status < 500 ? m.broken_request() : m.broken_internal();
}
