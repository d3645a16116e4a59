import { m } from "#i18n/compiled/messages.js";

/** Shown when not even the page around the answer can be made. */
export function BrokenPage({ reason }: { reason: string }) {
  return (
    <main className="mx-auto grid min-h-svh max-w-2xl content-center gap-5 px-4 py-12 sm:px-6">
      <title>{m.broken_title()}</title>
      <h1 className="text-28 sm:text-36">{m.broken_title()}</h1>
      <p>{reason}</p>
      <p>
        <a href="/" className="inline-flex min-h-11 items-center">
          {m.back_to_home()}
        </a>
      </p>
    </main>
  );
}
