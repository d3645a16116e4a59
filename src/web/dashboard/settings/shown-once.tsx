import { useEffect, useRef } from "react";
import { m } from "#i18n/compiled/messages.js";
import { CopyButton } from "#design/form/copy-button.tsx";

/** Shows a secret that is never shown again. Its heading takes the focus. */
export function ShownOnce({ title, text, secret }: { title: string; text: string; secret: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid max-w-prose grid-cols-1 gap-3 border-s-4 border-line-strong ps-4">
      <h2 ref={heading} tabIndex={-1} className="text-18 wrap-anywhere">
        {title}
      </h2>
      <p>{text}</p>
      <p translate="no" className="wrap-anywhere select-all">
        {secret}
      </p>
      <CopyButton label={m.copy()} text={secret} copied={m.copied_text()} refused={m.copy_text_refused()} />
    </section>
  );
}
