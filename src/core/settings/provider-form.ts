import { z } from "zod";
import { type ChosenRole, chosenRoles } from "../accounts/listed-account.ts";
import { checkInput, optionalParagraph, optionalText, requiredText } from "../fields.ts";
import { hasNoCredentials, isLoopback } from "../web-address.ts";
import { linesOf } from "./log-settings.ts";
import type { Provider } from "./sign-in.ts";

/**
 * In one spelling, so that no provider is in the list twice. A slash at the end of a path belongs to the name. A provider
 * on this machine may use http.
 */
const issuerAddress = z
  .string({ error: "required" })
  .trim()
  .min(1, { error: "required" })
  .max(500, { error: "too-long" })
  .refine(isIssuer, { error: "link-format" })
  .transform((address) => {
    const { origin, pathname } = new URL(address);
    return pathname === "/" ? origin : origin + pathname;
  });

function isIssuer(typed: string): boolean {
  const url = URL.parse(typed);
  if (!url || !hasNoCredentials(typed) || /[?#]/.test(typed)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

const roleLine = new RegExp(`^(\\S.*?)\\s*=\\s*(${chosenRoles.join("|")})$`);

const providerSchema = z.object({
  /** On the button: "Continue with …". */
  name: requiredText(40),
  issuer: issuerAddress,
  clientId: requiredText(300),
  clientSecret: z.string({ error: "not-text" }).trim().max(1000, { error: "too-long" }),
  /** What is asked for besides openid, email and profile. */
  scopes: optionalText(200),
  /** The claim that says which role a person has here; "" if the provider gives no roles. */
  claim: optionalText(100),
  /** Each line is a value of the claim, = and a role. */
  roles: optionalParagraph(3000).refine((lines) => linesOf(lines).every((line) => roleLine.test(line)), {
    error: "role-lines",
  }),
});

/** Returns what was typed. An empty secret keeps the stored one, but is sent to no other provider and for no other client. */
export function parseProvider(input: object, before: Provider | undefined) {
  const typed = checkInput(providerSchema, { ...input, ...(before && { issuer: before.issuer }) });
  const isSame = before?.clientId === typed.clientId;
  const clientSecret = typed.clientSecret === "" && isSame ? before.clientSecret : typed.clientSecret;
  if (clientSecret === "") checkInput(providerSchema, typed, { clientSecret: "required" });
  if (typed.claim !== "" && typed.roles === "") checkInput(providerSchema, typed, { roles: "required" });
  if (typed.roles !== "" && typed.claim === "") checkInput(providerSchema, typed, { claim: "required" });
  return { ...typed, clientSecret };
}

/** The highest role that the value of the claim stands for. Null if it stands for none. At some providers, people type their email. */
export function roleOfClaim({ claim, roles }: Provider, claims: Readonly<Record<string, unknown>>): ChosenRole | null {
  const value = claim === "email" && claims["email_verified"] !== true ? undefined : claims[claim];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const found = linesOf(roles).flatMap((line) => {
    const [, said, name] = roleLine.exec(line) ?? [];
    const role = chosenRoles.find((one) => one === name);
    return role && values.includes(said) ? [role] : [];
  });
  return chosenRoles.find((role) => found.includes(role)) ?? null;
}
