import type { ComponentProps } from "react";
import { AccountForm } from "./account-form.tsx";
import { KeptInLanguage } from "./kept-in-language.tsx";

type TokenFormProps = Omit<ComponentProps<typeof AccountForm>, "hidden"> & { token: string };

/** A form that works by a mailed link. */
export const TokenForm = ({ token, ...form }: TokenFormProps) => (
  <>
    <KeptInLanguage name="token" value={token} />
    <AccountForm {...form} hidden={{ token }} />
  </>
);
