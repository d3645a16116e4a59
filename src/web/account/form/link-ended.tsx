import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "./account-page.tsx";

type LinkEndedProps = { operatorName: string; children: ReactNode };

/** The link was used, is too old, or never was; and what to do now. */
export const LinkEnded = ({ operatorName, children }: LinkEndedProps) => (
  <AccountPage title={m.link_ended_title()} operatorName={operatorName} text={m.link_ended_text()}>
    {children}
  </AccountPage>
);
