import { useEffect } from "react";

export const flashCookieName = "flash";

export const clearFlash = `${flashCookieName}=; Path=/; Max-Age=0; SameSite=Lax`;

/** Clears the flash message of this time, once the page shows it. A later one is still to be shown. */
export function useClearedFlash(at: number | undefined): void {
  useEffect(() => {
    const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${flashCookieName}=`));
    if (at !== undefined && cookie?.endsWith(`.${at}`)) document.cookie = clearFlash;
  }, [at]);
}
