import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { type Operator, WaysToReach } from "./ways-to-reach.tsx";

export function SiteFooter({ operator }: { operator: Operator }) {
  const { name, address, phone, email } = operator;
  return (
    <footer className="border-t border-line text-16 print:hidden">
      <div className="mx-auto grid max-w-5xl gap-8 px-4 py-8 sm:grid-cols-3 sm:px-6">
        <Part title={name}>
          <p className="text-balance">{m.not_government({ operator: name })}</p>
          <Licence operator={operator} />
        </Part>
        {(address || phone || email) && (
          <Part title={m.contact()}>
            {address && <address className="whitespace-pre-line not-italic">{address}</address>}
            <WaysToReach operator={operator} />
          </Part>
        )}
        <Part title={m.pages_of_this_site()}>
          <a href="/">{m.check_passport_link()}</a>
          <a href="/Check_Visa">{m.check_visa_link()}</a>
        </Part>
      </div>
    </footer>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid content-start justify-items-start gap-2">
    <h2 className="font-semibold">{title}</h2>
    {children}
  </section>
);

function Licence({ operator: { licence, licenceRegister } }: { operator: Operator }) {
  return (
    <>
      {licence && <p>{m.licence({ licence })}</p>}
      {licenceRegister && (
        <a href={licenceRegister} rel="external noopener">
          {m.licence_register()}
        </a>
      )}
    </>
  );
}
