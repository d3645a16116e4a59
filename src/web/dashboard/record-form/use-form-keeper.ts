import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { isFailure, type Failure } from "#design/form/failure.ts";
import type { KeptForm } from "./shown-form.ts";

const pauseMs = 700;

/** What is sent by itself keeps nobody waiting: a fetcher with this in its key shows no sign of being busy. */
export const quietly = "quietly";

/** Everything that stands in a form but files, which are sent by themselves. */
export function fieldsOf(form: HTMLFormElement, does: string): URLSearchParams {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = new URLSearchParams(texts);
  fields.set("do", does);
  return fields;
}

/** Sends the form as it stands, a moment after each change, and says what the site thinks of it. */
export function useFormKeeper(form: RefObject<HTMLFormElement | null>, page: string, scans: unknown) {
  const fetcher = useFetcher<KeptForm | Failure>({ key: `${quietly} ${page}` });
  const timer = useRef<number>(undefined);
  const lastScans = useRef(scans);
  const { submit } = fetcher;
  const keepNow = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const fields = fieldsOf(form.current, "keep");
    void submit(fields, { method: "post", action: page, defaultShouldRevalidate: false });
  };
  const keepSoon = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(keepNow, pauseMs);
  };
  useEffect(() => {
    if (lastScans.current !== scans) keepSoon();
    lastScans.current = scans;
  });
  const keepAtLast = useEffectEvent(() => timer.current !== undefined && keepNow());
  // Before the form is taken off the page: who leaves a moment after they typed loses nothing.
  useLayoutEffect(() => () => void keepAtLast(), []);
  const stop = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  };
  const { data } = fetcher;
  return isFailure(data)
    ? { kept: null, trouble: data.failure, keepSoon, stop }
    : { kept: data ?? null, trouble: null, keepSoon, stop };
}
