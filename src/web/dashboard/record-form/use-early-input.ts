import { type RefObject, useEffect, useEffectEvent } from "react";

/** On a slow phone people type and choose files before the page hears them: it is told of them once it does. */
export function useEarlyInput(form: RefObject<HTMLFormElement | null>, keepSoon: () => void): void {
  const hear = useEffectEvent(() => {
    const fields = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
    for (const field of fields.filter(({ files }) => files && files.length > 0)) {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (fields.some(isTypedText)) keepSoon();
  });
  useEffect(() => hear(), []);
}

const isTypedText = ({ type, value, defaultValue }: HTMLInputElement) => type === "text" && value !== defaultValue;
