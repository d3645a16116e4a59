import type { DocumentKind } from "#core/records/document-kinds.ts";

export type Description = {
  title: string;
  look: "band" | "framed" | "plain";
  tint: string;
  /**
   * The content of the pages, line by line. The first character of a line is its type: `#` a heading, `!` a statement
   * in a frame, `|` a row of a table, `:` fields, `@` fields beside the portrait, `%` signatures, a letter: text. Names
   * in braces are defined in facts.ts.
   */
  pages: readonly string[];
};

const workPermit = `
! {name}
This specimen says that the person named above may work as {occupation} for {employer} in {town} from {startsOn}.
: Permit number {reference} | Issued on {issuedOn} | Valid until {validUntil}
: Passport number {passportNumber} | IRCC number {irccNumber} | Nationality {nationality}
: Born on {bornOn} | Hours a week {hours} | Pay an hour {pay}
: Address {address}
% Holder | For {operator}`;

const jobOffer = `
: To {name} | From {employer}
# Your work with us as {occupation}
We are pleased to offer you work. Please read this letter with somebody whom you trust before you sign it.
| What we agree |
| Place | {town}
| First day | {startsOn}
| Hours a week | {hours}
| Pay an hour | {pay}
We ask you for no money: not for this letter, not for the work.
% For {employer} | {name}`;

const jobOfferTerms = `
# Terms of the work
The work is that of a {occupation} at {town}. Other work needs your word in writing.
A week has {hours} hours. What you work beyond that is paid one and a half times.
For the first six months you can live in a room of ours. It costs at most a tenth of your pay.
Your passport stays with you. Nobody here may ask you to hand it over.
% For {employer} | {name}`;

const application = `
@ Name {name}
@ Born on {bornOn}
@ Nationality {nationality}
: Father's name {fatherName} | Mother's name {motherName}
: Address {address}
: Passport number {passportNumber} | IRCC number {irccNumber}
: Work applied for {occupation} | Wants to begin on {startsOn}
% Signed on {issuedOn}`;

const lmia = `
: Employer {employer} | Place {town}
: Candidate {name} | Passport number {passportNumber}
| Position | Hours a week | Pay an hour
| {occupation} | {hours} | {pay}
Result: the position may be filled from abroad. This document ends on {validUntil}. Its number is {reference}.
% Looked at by | For {employer}`;

const visaPaper = `
@ Name {name}
@ Passport number {passportNumber} | IRCC number {irccNumber}
@ Born on {bornOn} | Nationality {nationality}
: Address {address}
! Work, until {validUntil}
The holder works as {occupation} for {employer} in {town}.
This document is a drawing. It opens no border and proves nothing about anybody.
% Holder | For {operator}`;

const medical = `
: Name {name} | Passport number {passportNumber}
: Born on {bornOn} | Seen on {issuedOn}
| Examined | Result
| Eyes and sight | glasses for reading
| Heart | as usual
| Lungs, with X-ray | as usual
| Back and joints | as usual
! Fit for work as {occupation}
% Candidate | Physician, Demo Clinic`;

const policeClearance = `
For the person named here, the records below were looked through on the day of issue.
: Name {name} | Passport number {passportNumber}
: Father's name {fatherName} | Mother's name {motherName}
! Nothing was found
| Records | Years | Found
| Complaints | 2012 – 2025 | none
| Cases in court | 2012 – 2025 | none
% Issued on {issuedOn} | Clerk, Demo Records Office`;

const fingerprint = `
@ Name {name}
@ Passport number {passportNumber}
@ Born on {bornOn} | Taken on {issuedOn}
| Hand | Fingers taken | Legible
| Right | five | yes
| Left | five | yes
% Candidate | Taken by`;

const ticket = `
! DAC – HWI – {townCode}
: Passenger {name} | Passport number {passportNumber}
: Date {travelsOn} | Ticket number {reference}
| Flight | From | To
| DM 281 | Dhaka | Halfway Island
| DM 734 | Halfway Island | {town}
Demo Air has no aircraft. Nobody travels on this document.`;

const visaApproval = `
: Name {name}
: Passport number {passportNumber} | IRCC number {irccNumber} | Our number {reference}
Your application for work as {occupation} with {employer} was agreed to on {issuedOn}. You may travel from {travelsOn} and stay until {validUntil}.
# What to do next
Check that your name and numbers are spelt here as in your passport.
Show your work permit to {employer} on your first day, {startsOn}.
Nobody may ask you for money for this letter.
% For {operator}`;

const idCard = `
! {operator}
@ Name {name}
@ Passport number {passportNumber} | Born on {bornOn}
@ Nationality {nationality} | Card number {reference}
: Address {address}
: Work {occupation} | Valid until {validUntil}
% Holder`;

export const descriptions: Record<Exclude<DocumentKind, "photo">, Description> = {
  workPermit: { title: "Work permit certificate", look: "framed", tint: "#2d6a5f", pages: [workPermit] },
  jobOffer: { title: "Job offer letter", look: "plain", tint: "#34517b", pages: [jobOffer, jobOfferTerms] },
  application: { title: "Application form", look: "plain", tint: "#7c5132", pages: [application] },
  lmia: { title: "LMIA certificate", look: "band", tint: "#5b4d88", pages: [lmia] },
  visaPaper: { title: "Visa paper", look: "plain", tint: "#226a86", pages: [visaPaper] },
  medical: { title: "Medical form", look: "band", tint: "#8f4a52", pages: [medical] },
  policeClearance: { title: "Police clearance", look: "framed", tint: "#4b5663", pages: [policeClearance] },
  fingerprint: { title: "Fingerprint paper", look: "plain", tint: "#6a6136", pages: [fingerprint] },
  ticket: { title: "Ticket", look: "band", tint: "#a85a2c", pages: [ticket] },
  visaApproval: { title: "Visa approval letter", look: "band", tint: "#2c5c96", pages: [visaApproval] },
  idCard: { title: "ID card", look: "framed", tint: "#4a6b3a", pages: [idCard] },
};
