import { m } from "#i18n/compiled/messages.js";

/** The signs of the markup. */
export const HowToWrite = () => (
  <details className="text-16">
    <summary className="min-h-11 cursor-pointer py-2 font-semibold">{m.texts_how()}</summary>
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[16rem_1fr]">
      <Sign sign="## …">{m.texts_how_heading()}</Sign>
      <Sign sign="### …">{m.texts_how_smaller()}</Sign>
      <Sign sign="- …">{m.texts_how_item()}</Sign>
      <Sign sign="1. …">{m.texts_how_step()}</Sign>
      <Sign sign="[…](/contact)">{m.texts_how_link()}</Sign>
      <Sign sign="[…](https://…)">{m.texts_how_elsewhere()}</Sign>
      <Sign sign="{operator} {licence} {register} {address} {phone} {email} {site}">{m.texts_how_blank()}</Sign>
    </dl>
  </details>
);

const Sign = ({ sign, children }: { sign: string; children: string }) => (
  <>
    <dt className="max-sm:mt-2">
      <code className="wrap-anywhere">{sign}</code>
    </dt>
    <dd className="text-quiet">{children}</dd>
  </>
);
