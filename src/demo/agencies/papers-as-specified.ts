import type { DocumentKind } from "#core/records/document-kinds.ts";
import type { Paper } from "../agency.ts";

const workPermit = `
! {name}
This specimen says that the person named above may work as {trade} for {employer} in {town}, {country}.
: Permit number {reference} | Issued on {issuedOn} | Valid until {validUntil}
: Passport number {passportNumber} | IRCC number {secondNumber} | Nationality {nationality}
: Born on {bornOn} | Hours a week {hours} | Pay an hour {pay}
: Address {address}
% Holder | For {issuer}`;

const jobOffer = `
: To {name} | From {employer}
# Your work with us as {trade}
We are pleased to offer you work. Please read this letter with somebody whom you trust before you sign it.
| What we agree |
| Place | {town}
| First day | with the permit
| Hours a week | {hours}
| Pay an hour | {pay}
We ask you for no money: not for this letter, not for the work.
% For {employer} | {name}`;

const jobOfferTerms = `
# Terms of the work
The work is yours as {trade} in {town}. Other work needs your word in writing.
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
: Passport number {passportNumber} | IRCC number {secondNumber}
: Work applied for {trade} | Country {country}
% Signed on {issuedOn}`;

const lmia = `
: Employer {employer} | Place {town}
: Candidate {name} | Passport number {passportNumber}
| Position | Hours a week | Pay an hour
| {trade} | {hours} | {pay}
: Looked at on {issuedOn} | Valid until {validUntil} | Number {reference}
Result: the position may be filled from abroad, because nobody nearby was found for it.
% Looked at by | For {employer}`;

const visaPaper = `
@ Name {name}
@ Passport number {passportNumber} | IRCC number {secondNumber}
@ Born on {bornOn} | Nationality {nationality}
: Address {address}
! Work, until {validUntil}
The holder works as {trade} for {employer} in {town}.
This document is a drawing. It opens no border and proves nothing about anybody.
% Holder | For {issuer}`;

const medical = `
: Name {name} | Passport number {passportNumber}
: Born on {bornOn} | Seen on {issuedOn}
| Examined | Result
| Eyes and sight | glasses for reading
| Heart | as usual
| Lungs, with X-ray | as usual
| Back and joints | as usual
! Fit for work as {trade}
% Candidate | Physician`;

const policeClearance = `
For the person named here, the records below were looked through on the day of issue.
: Name {name} | Passport number {passportNumber}
: Father's name {fatherName} | Mother's name {motherName}
! Nothing was found
| Records | Years | Found
| Complaints | {recordYears} | none
| Cases in court | {recordYears} | none
% Issued on {issuedOn} | Clerk`;

const fingerprint = `
@ Name {name}
@ Passport number {passportNumber}
@ Born on {bornOn} | Taken on {issuedOn}
| Hand | Fingers taken | Legible
| Right | five | yes
| Left | five | yes
% Candidate | Taken by`;

const ticket = `
! {homeAirport} – HWI – {airport}
: Passenger {name} | Passport number {passportNumber}
: Date {travelsOn} | Ticket number {reference}
| Flight | From | To
| DM 281 | {home} | Halfway Island
| DM 734 | Halfway Island | {town}
Demo Air has no aircraft. Nobody travels on this document.`;

const visaApproval = `
: Name {name}
: Passport number {passportNumber} | IRCC number {secondNumber} | Our number {reference}
Your application for work as {trade} with {employer} was agreed to on {issuedOn}. You may travel from that day on, and stay until {validUntil}.
# What to do next
Check that your name and numbers are spelt here as in your passport.
Show this letter to {employer} on your first day.
Nobody may ask you for money for this letter.
% For {issuer}`;

const idCard = `
! {issuer}
@ Name {name}
@ Passport number {passportNumber} | Born on {bornOn}
@ Nationality {nationality} | Card number {reference}
: Address {address}
: Work {trade} | Valid until {validUntil}
% Holder`;

/** The papers of the specification. Visa, permit and card end on one day, two years later. */
export const papersAsSpecified: Record<Exclude<DocumentKind, "photo">, Paper> = {
  workPermit: {
    title: "Work permit certificate",
    look: "framed",
    tint: "#2d6a5f",
    pages: [workPermit],
    issuer: "Demo Permit Desk",
    issued: 14,
    lasts: 730,
  },
  jobOffer: {
    title: "Job offer letter",
    look: "plain",
    tint: "#34517b",
    pages: [jobOffer, jobOfferTerms],
    issuer: "{employer}",
    issued: 85,
  },
  application: {
    title: "Application form",
    look: "plain",
    tint: "#7c5132",
    pages: [application],
    issuer: "{operator}",
    issued: 60,
  },
  lmia: {
    title: "LMIA certificate",
    look: "band",
    tint: "#5b4d88",
    pages: [lmia],
    issuer: "Demo Labour Desk",
    issued: 95,
    lasts: 910,
  },
  visaPaper: {
    title: "Visa paper",
    look: "plain",
    tint: "#226a86",
    pages: [visaPaper],
    issuer: "Demo Visa Desk",
    issued: 12,
    lasts: 728,
  },
  medical: {
    title: "Medical form",
    look: "band",
    tint: "#8f4a52",
    pages: [medical],
    issuer: "Demo Clinic, {home}",
    issued: 45,
  },
  policeClearance: {
    title: "Police clearance",
    look: "framed",
    tint: "#4b5663",
    pages: [policeClearance],
    issuer: "Demo Records Desk, {home}",
    issued: 50,
  },
  fingerprint: {
    title: "Fingerprint paper",
    look: "plain",
    tint: "#6a6136",
    pages: [fingerprint],
    issuer: "Demo Fingerprint Desk, {home}",
    issued: 40,
  },
  ticket: {
    title: "Ticket",
    look: "band",
    tint: "#a85a2c",
    pages: [ticket],
    issuer: "Demo Air",
    issued: 5,
  },
  visaApproval: {
    title: "Visa approval letter",
    look: "band",
    tint: "#2c5c96",
    pages: [visaApproval],
    issuer: "Demo Visa Desk",
    issued: 16,
    lasts: 732,
  },
  idCard: {
    title: "ID card",
    look: "framed",
    tint: "#4a6b3a",
    pages: [idCard],
    issuer: "{operator}",
    issued: 8,
    lasts: 724,
  },
};
