import { useEffect, useState } from "react";
import type { PublicState } from "#core/records/public-state.ts";
import { pages } from "../../pages.ts";

export type PaletteRecord = { id: string; name: string; number: string; publicState: PublicState };

type SearchState = { records: readonly PaletteRecord[]; state: "idle" | "found" | "failed" };

const nothing: SearchState = { records: [], state: "idle" };
const pauseMs = 150;

/** Returns the records that match the typed text, requested after a pause in typing. A late response is ignored. */
export function useFoundRecords(typed: string): SearchState {
  const [found, setFound] = useState(nothing);
  const search = typed.trim();
  useEffect(() => {
    const stop = new AbortController();
    const ask = async () => {
      const answer = search === "" ? nothing : await foundRecords(search, stop.signal);
      if (!stop.signal.aborted) setFound(answer);
    };
    const timer = setTimeout(() => void ask(), search === "" ? 0 : pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search]);
  return found;
}

async function foundRecords(search: string, signal: AbortSignal): Promise<SearchState> {
  try {
    const answer = await fetch(pages.palette.path, { method: "post", body: new URLSearchParams({ search }), signal });
    // After the session has ended, the response is the sign-in page.
    if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return { records: [], state: "failed" };
    return { records: (await answer.json()) as PaletteRecord[], state: "found" };
  } catch {
    return { records: [], state: "failed" };
  }
}
