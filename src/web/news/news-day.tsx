import { writtenMoment } from "#i18n/written.ts";

/** The day of a moment, for people and for programs. */
export const NewsDay = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{writtenMoment(at)}</time>
);
