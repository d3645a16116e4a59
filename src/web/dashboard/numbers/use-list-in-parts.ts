import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { begunWith, type ListAnswer, type ListInParts, withAnswer } from "./list-in-parts.ts";
import { quietly } from "../record-form/use-form-keeper.ts";

/** Asks for a list part by part. Null while nobody has asked, and where no scripts run. */
export function useListInParts(page: string) {
  // It shows how far it is by itself; a page that says it is busy is not read out.
  const { data, submit } = useFetcher<ListAnswer>({ key: `${quietly} ${page}` });
  const [list, setList] = useState<ListInParts | null>(null);
  const heard = useRef(data);
  const ask = (next: ListInParts) => {
    setList(next);
    if (next.phase !== "asking") return;
    const { numbers, ticket, rows } = next;
    const fields = { numbers, ticket, from: String(rows.length) };
    void submit(fields, { method: "post", action: page, defaultShouldRevalidate: false });
  };
  useEffect(() => {
    const isNew = data !== undefined && data !== heard.current;
    heard.current = data;
    if (isNew && list?.phase === "asking") ask(withAnswer(list, data));
  });
  return {
    list,
    begin: (numbers: string) => ask(begunWith(numbers)),
    stop: () => setList(list && { ...list, phase: "stopped" }),
    redirectInApp: () => list && ask({ ...list, phase: "asking" }),
  };
}
