import { useOutletContext } from "react-router";
import type { SiteFacts } from "./site-facts.ts";

/** The site, in a page below the public layout. */
export const useSite = (): SiteFacts => useOutletContext<SiteFacts>();
