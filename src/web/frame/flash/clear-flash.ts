import { useLayoutEffect } from "react";

export const flashCookieName = "flash";

export const clearFlash = `${flashCookieName}=; Path=/; Max-Age=0; SameSite=Lax`;

/**
 * Clears the flash message of this time before the page that shows it is painted: a reload right afterwards does not show
 * it again. A later message is still to be shown.
 */
export function useClearedFlash(at: number | undefined): void {
  useLayoutEffect(() => {
    const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${flashCookieName}=`));
    if (at !== undefined && cookie?.endsWith(`.${at}`)) document.cookie = clearFlash;
  }, [at]);
}
