import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { m } from "./compiled/messages.js";
import { offeredLocale, offeredLocales, specWording } from "./offered-locales.ts";

type Catalog = Record<string, string>;

const messages = { ...m };

const folder = path.join(import.meta.dirname, "messages");
const inFile = (locale: string, file: string): Catalog =>
  JSON.parse(readFileSync(path.join(folder, locale, file), "utf8"));
const inFiles = (locale: string, files: readonly string[]): Catalog =>
  Object.assign({}, ...files.map((file) => inFile(locale, file)));
const overridden = ["dashboard.json", "public.json"];
const english = inFiles("en", ["accounts.json", ...overridden]);
const overrides = inFiles(specWording, overridden);

/** Every text of the specification that a page shows, letter by letter. */
const specified = {
  check_visa_title: "Check your visa status",
  work_permit_title: "work permit checking",
  visa_title: "Visa Chacking",
  application_title: "Application Status",
  lmia_title: "LMIA Checking",
  search: "Search",
  record_name: "Candidate Name",
  father_name: "Fathers Name",
  mother_name: "Mothers Name",
  permanent_address: "Permanent Address",
  nationality: "Nationality",
  image_wait: "Please Wait Few Moment",
  none_title: "No Data Found",
  none_found: "No Data Found",
  not_searched_offline: "--- No Result Found ---",
  not_searched_connection: "--- No Result Found ---",
  not_searched_unavailable: "--- No Result Found ---",
  not_searched_internal: "--- No Result Found ---",
  not_searched_refused: "--- No Result Found ---",
  check_visa_link: "Check Visa Status",
  page_not_found: "Page Not Found",
  page_not_found_text: "Sorry, the page you are looking for does not exist.",
  back_to_home: "Back to Home",
  document_application: "Application From",
  document_visa_approval: "VISA Approval Latter",
  document_work_permit: "Work Permit Certificate",
  document_job_offer: "Job Offer Latter",
  document_lmia: "LMIA",
  document_visa: "VISA PAPER",
  document_police_clearance: "POLICE CLRARENCE",
  document_fingerprint: "FINGERPRINT PAPER",
  document_medical: "MEDICAL FORM",
  document_ticket: "MAN POWER",
  document_visa_status: "Visa Paper",
  document_application_status: "Application Status",
  document_lmia_certificate: "LIMA",
  email_required: "Email is required",
  email_format: "Please input valid email",
  password_required: "Password is required",
  password_differs: "Password did not match",
  name_required: "Name is required",
  photo_url_required: "Photo URL is required",
  notice_success: "Success!",
  notice_registered: "Register successful!",
  notice_signed_in: "Login successful!",
  notice_signed_out: "Logout Successful",
  notice_not_admin: "You are not Admin",
  notice_not_moderator: "You are not Instructor",
  role_admin: "Admin",
  role_moderator: "Moderator",
  dashboard: "Dashboard",
  home: "Home",
  manage_records: "Manage User Data",
  flash_hidden: "{name} user is hide now",
  flash_unhidden: "{name} user is Visible now",
  flash_deleted: "Deleted!",
  flash_deleted_text: "Your User data has been deleted.",
  are_you_sure: "Are you sure?",
  cannot_be_reverted: "You won't be able to revert this!",
  yes_delete: "Yes, delete it!",
  column_delete: "Delete",
  column_picture: "Picture",
  column_update: "Update",
  column_hide: "Hide",
  column_unhide: "Unhide",
  column_approve: "Approve",
  flash_approved: "Post Approved",
  flash_date_changed: "Date modified successfully",
  update_date: "Update",
  change_date_title: "Change the date",
  staff_title: "Admin Control",
  post_button: "Post",
  post_image_required: "Class Image is required",
  staff_make_admin: "Make Admin",
  staff_make_moderator: "Make Moderator",
  flash_staff_admin: "{name} is an admin now",
  flash_staff_moderator: "{name} is an Moderator now",
  entry: "Entry",
  add_new_user: "Add new User",
  flash_added: "New Product Added Successfully !!!",
  update_user: "Update User",
  flash_updated: "User Updated Successfully !!!",
} as const satisfies Partial<Record<keyof typeof m, string>>;

const texts = Object.entries(specified) as [keyof typeof specified, string][];

describe("the specification's wording", () => {
  test.each(texts)("%s: %j", (key, text) => {
    expect(messages[key]({ name: "{name}", number: "" }, { locale: specWording })).toBe(text);
  });

  test("holds only what differs from English, and nothing that the specification does not say", () => {
    const differing = texts.filter(([key, text]) => english[key] !== text);
    expect(overrides).toEqual(Object.fromEntries(differing));
    expect(readdirSync(path.join(folder, specWording))).toEqual(overridden);
  });

  test("claims nothing for a government, the ID card least of all", () => {
    expect(JSON.stringify(overrides)).not.toMatch(/government|australia|verified|embassy|official/i);
    expect(m.document_id_card({}, { locale: specWording })).toBe("ID card");
  });

  test("is no choice of visitors", () => {
    expect(offeredLocales).toEqual(["en", "bn"]);
    expect(offeredLocale(specWording)).toBeUndefined();
  });
});
