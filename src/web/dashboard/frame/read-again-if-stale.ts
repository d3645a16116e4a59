import type { ShouldRevalidateFunctionArgs } from "react-router";

const stale = 412;

/** Also reads the page again after a stale form: the form comes back with what somebody else has saved, and can be saved over it. */
export const readAgainIfStale = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === stale || defaultShouldRevalidate;
