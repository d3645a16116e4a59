import type { AnyKind, ByKind } from "#core/own-fields/own-paper.ts";
import type { Paper } from "../agency.ts";
import { papersAsSpecified } from "./papers-as-specified.ts";

/** The ids that a new site gives to the papers of the set, in its order. */
export const ofSet = {
  wafidReport: "p1",
  permit: "p2",
  offerLetter: "p3",
  demandLetter: "p4",
  labourPermit: "p5",
} as const satisfies Record<string, AnyKind>;

const wafidReport = `
: Name {name} | Passport number {passportNumber}
: Born on {bornOn} | Seen on {issuedOn}
| Examined | Result
| Eyes and sight | glasses for reading
| Heart | as usual
| Lungs, with X-ray | as usual
| Blood | as usual
! Fit for work as {trade}
: Slip number {reference}
% Candidate | Physician`;

const permit = `
@ Name {name}
@ Passport number {passportNumber} | Nationality {nationality}
@ Visa or entry permit number {secondNumber}
! Work, until {validUntil}
: Sponsor {employer} | In Arabic {employerOfOffice}
: Work {trade} | Issued on {issuedOn}
This document is a drawing. It opens no border and proves nothing about anybody.
% Holder | For {issuer}`;

const offerLetter = `
: To {name} | Passport number {passportNumber}
: From {employer} | In Arabic {employerOfOffice}
# Your work with us as {trade}
| What we agree |
| Place | {town}
| Hours a week | {hours}
| Pay a month | {pay}
| Room and bus to work | free
| Ticket home | every two years
We ask you for no money: not for this letter, not for the visa, not for the ticket.
Your passport stays with you. Nobody here may ask you to hand it over.
% For {employer} | {name}`;

const demandLetter = `
: Employer {employer} | In Arabic {employerOfOffice}
: To {operator} | Number {reference}
# We look for people
| Work | People | Pay a month
| {trade} | 12 | {pay}
| helper | 8 | {pay}
They work in {town}, {hours} hours a week. The employer pays for visa, ticket and room.
% For {employer} | Seen by {operator}`;

const labourPermit = `
! {name}
This specimen says that the person named above may work as {trade} for {employer} in {town}, {country}.
: Employer in Arabic {employerOfOffice}
: Permit number {reference} | Issued on {issuedOn} | Valid until {validUntil}
: Passport number {passportNumber} | Visa number {secondNumber} | Nationality {nationality}
: Hours a week {hours} | Pay a month {pay}
% Holder | For {issuer}`;

const { policeClearance, idCard, ticket } = papersAsSpecified;

export const gulfPapers: ByKind<Paper> = {
  policeClearance,
  idCard,
  ticket,
  [ofSet.wafidReport]: {
    title: "Wafid report",
    look: "band",
    tint: "#8f4a52",
    pages: [wafidReport],
    issuer: "Demo Clinic, {home}",
    issued: 45,
  },
  [ofSet.permit]: {
    title: "Entry permit",
    ofOffice: "إذن دخول",
    look: "plain",
    tint: "#226a86",
    pages: [permit],
    issuer: "Demo Visa Desk",
    issued: 12,
    lasts: 728,
  },
  [ofSet.offerLetter]: {
    title: "Offer letter",
    ofOffice: "عرض عمل",
    look: "plain",
    tint: "#34517b",
    pages: [offerLetter],
    issuer: "{employer}",
    issued: 85,
  },
  [ofSet.demandLetter]: {
    title: "Demand letter",
    ofOffice: "خطاب طلب عمالة",
    look: "band",
    tint: "#5b4d88",
    pages: [demandLetter],
    issuer: "{employer}",
    issued: 95,
  },
  [ofSet.labourPermit]: {
    title: "Labour permit",
    ofOffice: "تصريح عمل",
    look: "framed",
    tint: "#2d6a5f",
    pages: [labourPermit],
    issuer: "Demo Labour Desk",
    issued: 14,
    lasts: 730,
  },
};
