import { type Decoded, listOf, number, shape, text } from "../stored/decoders.ts";

/** An OpenID provider whose accounts open accounts here. */
const storedProvider = shape({
  name: text,
  issuer: text,
  clientId: text,
  clientSecret: text,
  scopes: text,
  claim: text,
  roles: text,
  /** A small number, which is in the address to which the provider redirects. Each provider has its own. */
  id: text,
  /** The admin who saved it last, and who answers for the roles that it gives. */
  changedBy: text,
  changedAt: number,
});
export type Provider = Decoded<typeof storedProvider>;

/** The secret is never shown. `isSeen`: somebody has signed in with the provider since it was saved. */
export type ProviderInSettings = Omit<Provider, "clientSecret" | "changedBy" | "changedAt"> & {
  people: number;
  isSeen: boolean;
};

export const storedSignIn = shape({
  /** In the order of their buttons. An issuer is in the list once. */
  providers: listOf(storedProvider),
  /** The id of the one admin who may still use a password here; "" if everybody may. */
  localAdmin: text,
});
export type SignIn = Decoded<typeof storedSignIn>;

export const noProviders: SignIn = { providers: [], localAdmin: "" };
export const maxProviders = 8;
