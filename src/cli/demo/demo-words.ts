import type { Role } from "#core/accounts/roles.ts";
import type { Language } from "#core/settings/languages.ts";

type Words = { en: string } & Partial<Record<Language, string>>;

/** What the demo adds to its sign-in page. The site itself has none of these words. */
export const roles: readonly { role: Role; press: Words }[] = [
  { role: "admin", press: { en: "Sign in as admin", bn: "অ্যাডমিন হিসেবে লগইন" } },
  { role: "moderator", press: { en: "Sign in as moderator", bn: "মডারেটর হিসেবে লগইন" } },
  { role: "organisation", press: { en: "Sign in as an employer who checks", bn: "যাচাইকারী নিয়োগকর্তা হিসেবে লগইন" } },
  { role: "student", press: { en: "Sign in as student", bn: "শিক্ষার্থী হিসেবে লগইন" } },
];

export const onlyHere: Words = {
  en: "Only this demo has these four buttons.",
  bn: "এই চারটি বোতাম শুধু এই ডেমোতে আছে।",
};

export const googleNeeds: Words = {
  en: "Sign-in with Google needs a client ID and secret from Google. An admin enters them in the settings, at Sign-in providers.",
  bn: "Google দিয়ে লগইন করতে Google থেকে ক্লায়েন্ট আইডি ও সিক্রেট লাগে। অ্যাডমিন সেটিংসের “লগইন সেবা” পাতায় তা বসান।",
};
