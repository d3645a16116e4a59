import { useEffect, useEffectEvent, useState } from "react";
import type { KeptForm, RefusedForm } from "./shown-form.ts";

type Heard = { kept: KeptForm | null; refused: RefusedForm | null };

/** The name under which a form is kept and added. Where another window goes on under it, this one takes another. */
export function useFormName(opened: string, { kept, refused }: Heard, keepSoon: () => void): string {
  const [last, setLast] = useState({ kept, refused, name: refused?.form.name ?? opened });
  if (last.kept !== kept || last.refused !== refused) {
    const kepts = kept && last.kept !== kept ? kept.goesOnAs : last.name;
    setLast({ kept, refused, name: refused && last.refused !== refused ? refused.form.name : kepts });
  }
  const keepUnderItsName = useEffectEvent(keepSoon);
  useEffect(() => {
    // So far it is kept neither under the old name nor under the new one.
    if (kept?.state === "elsewhere") keepUnderItsName();
  }, [kept]);
  return last.name;
}
