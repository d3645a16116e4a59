import { createAccount, freshEmail } from "#test/support/accounts/fresh-accounts.ts";
import { aClass, aPaidSeat } from "./classes.ts";
import { aPost } from "./news.ts";
import { aRecord, aReport, aWaitingRecord, freshPerson } from "./own-records.ts";
import type { Site } from "./portal.ts";

/** A form of the dashboard, the values to type, and the message of the page after saving. */
export type TypedForm = {
  address: string;
  /** The text to click before the boxes exist. */
  opener?: string;
  boxes: Readonly<Record<string, string>>;
  button: string;
  saved: string;
};

export const textForm: TypedForm = {
  address: "/dashboard/Texts?page=terms&language=en",
  boxes: { Title: "House rules", Text: "Be kind to everybody." },
  button: "Save",
  saved: "The text is saved.",
};

const classBoxes = { Title: "Welding by day", Place: "Uttara", Start: "2094-03-01T09:00", Seats: "12", Fee: "1500" };

/** Every form with boxes. Each function prepares its form on a portal. */
export const typedForms = {
  "a text": async () => textForm,
  "the settings": async () => ({
    address: "/dashboard/Settings/operator",
    boxes: { "Licence number": "RL-0077", Address: "7 Lake Road" },
    button: "Save",
    saved: "Saved. It applies from now on.",
  }),
  "the second number": async () => ({
    address: "/dashboard/Number",
    boxes: { Example: "201/2024/2/0123456", "Help below the box (English)": "At the top of the visa." },
    button: "Save",
    saved: "Saved. It applies from now on.",
  }),
  "a field of one's own": async () => ({
    address: "/dashboard/Field",
    boxes: { "Name (English)": "Sponsor", "Help beside the box (English)": "As on the visa." },
    button: "Save",
    saved: "The field is saved.",
  }),
  "a paper of one's own": async () => ({
    address: "/dashboard/Paper",
    boxes: { "Name (English)": "Wafid slip" },
    button: "Save",
    saved: "The paper is saved.",
  }),
  "the date": async () => ({
    address: "/dashboard/change-date",
    boxes: { "Records checked up to": "2026-02-14" },
    button: "Update",
    saved: "Date modified successfully",
  }),
  "an invitation": async () => ({
    address: "/dashboard/invite",
    boxes: { Email: freshEmail() },
    button: "Send the invitation",
    saved: "Send this link to",
  }),
  "a class": async () => ({
    address: "/dashboard/add-class",
    boxes: classBoxes,
    button: "Save",
    saved: "Welding by day is open",
  }),
  "a changed class": async (portal: Site) => ({
    address: `/dashboard/classes/${(await aClass(portal)).id}/edit`,
    boxes: classBoxes,
    button: "Save",
    saved: "Welding by day is saved",
  }),
  "a seat": async (portal: Site) => {
    const email = freshEmail();
    await createAccount(portal.office, "student", email, "Rafiq Uddin");
    return {
      address: `/dashboard/classes/${(await aClass(portal)).id}`,
      boxes: { Email: email },
      button: "Enrol a student",
      saved: "1 of 2 taken",
    };
  },
  "a payment": async (portal: Site) => {
    const { one, student } = await aPaidSeat(portal);
    return {
      address: `/dashboard/classes/${one.id}/students/${student.id}`,
      boxes: { Amount: "700", Reference: "TXN-0001" },
      button: "Record payment",
      saved: "Payment recorded",
    };
  },
  "why a payment is void": async (portal: Site) => ({
    address: `/dashboard/payments/${(await aPaidSeat(portal)).paymentId}/void`,
    boxes: { "Why is it void?": "It was paid twice." },
    button: "Void this payment",
    saved: "The payment is void now",
  }),
  "a changed post": async ({ office }: Site) => ({
    address: `/dashboard/Posts/${(await aPost(office, "A new office")).id}/edit`,
    boxes: { Title: "A newer office", Text: "We moved again." },
    button: "Save",
    saved: "The post is saved.",
  }),
  "an answer to a report": async (portal: Site) => ({
    address: `/dashboard/Reports/${(await aReport(portal)).id}`,
    boxes: { Answer: "We took it down." },
    button: "Send the answer",
    saved: "We took it down.",
  }),
  "what became of a report": async (portal: Site) => ({
    address: `/dashboard/Reports/${(await aReport(portal)).id}`,
    boxes: { Answer: "We take it", Outcome: "Taken down, told her." },
    button: "Close",
    saved: "The report is closed.",
  }),
  "why a record is sent back": async (portal: Site) => {
    const { id, name } = await aWaitingRecord(portal);
    return {
      address: `/dashboard/Control_Post/${id}`,
      opener: "Send back with a reason",
      boxes: { "What has to be corrected?": "The page is cut off." },
      button: "Send back",
      saved: `${name} was sent back`,
    };
  },
  "a comment": async (portal: Site) => ({
    address: `/dashboard/records/${(await aRecord(portal)).id}`,
    boxes: { "What should the others know?": "The visa is of his brother." },
    button: "Comment",
    saved: "The visa is of his brother.",
  }),
  "a new record": async () => {
    const { passport, ircc, name } = freshPerson();
    const parents = { "Father’s name": "Abdul Karim", "Mother’s name": "Salma Begum" };
    return {
      address: "/dashboard/Entry",
      boxes: { "Passport number": passport, "IRCC number": ircc, Name: name, ...parents, Address: "12/A Mirpur" },
      button: "Add record",
      saved: "Record added",
    };
  },
  "a changed record": async (portal: Site) => ({
    address: `/Update_A_User/${(await aRecord(portal)).id}`,
    boxes: { "Father’s name": "Abdul Karim", Address: "Sylhet" },
    button: "Update record",
    saved: "Record updated",
  }),
} satisfies Record<string, (portal: Site) => Promise<TypedForm>>;
