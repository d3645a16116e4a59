import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { m } from "#i18n/compiled/messages.js";
import { isLanguage } from "#core/settings/languages.ts";
import { offeredLocales, specWording } from "./offered-locales.ts";

type Catalog = Record<string, unknown>;

const folder = path.join(import.meta.dirname, "messages");
const inFile = (locale: string, file: string): Catalog =>
  JSON.parse(readFileSync(path.join(folder, locale, file), "utf8"));
const catalog = (locale: string): Catalog =>
  Object.assign({}, ...readdirSync(path.join(folder, locale)).map((file) => inFile(locale, file)));
const english = catalog("en");
const overrides = catalog(specWording);

type Key = keyof typeof m;

/** The texts of the specification by section, letter for letter, with the keys of the messages in which we use them. */
const specification: Readonly<Record<string, readonly (readonly [text: string, ...keys: Key[]])[]>> = {
  "2, public pages": [
    ["Check your visa status", "check_visa_title"],
    ["work permit checking", "work_permit_title"],
    ["Visa Chacking", "visa_title"],
    ["Application Status", "application_title"],
    ["LMIA Checking", "lmia_title"],
    ["Search", "search"],
    ["OR", "or"],
    ["Page Not Found", "page_not_found"],
    ["Sorry, the page you are looking for does not exist.", "page_not_found_text"],
    ["Back to Home", "back_to_home"],
  ],
  "2, header and footer": [
    ["Search IRCC", "ircc_box_example"],
    ["MENU", "menu"],
    ["Job and the workplace", "category_work"],
    ["Immigration and citizenship", "category_immigration"],
    ["Travel and tourism", "category_travel"],
    ["Business and industry", "category_business"],
    ["Benefits", "category_benefits"],
    ["Health", "category_health"],
    ["Taxes", "category_taxes"],
    ["Environment and natural resources", "category_environment"],
    ["National security and defence", "category_security"],
    ["Culture, history and sport", "category_culture"],
    ["Policing, justice and emergencies", "category_policing"],
    ["About Us", "nav_about"],
    ["News and media", "nav_news", "news_title"],
    ["Contact Us", "nav_contact"],
    ["Copyright", "foot_copyright"],
    ["Privacy", "foot_privacy"],
    ["Disclaimer", "foot_disclaimer"],
    ["Accessibility", "foot_accessibility"],
    ["Freedom of information", "foot_information"],
    ["Logout Successful", "notice_signed_out"],
    ["Check Visa Status", "check_visa_link"],
  ],
  "2, result views": [
    ["Photo", "document_photo"],
    ["Candidate Name", "record_name"],
    ["Fathers Name", "father_name"],
    ["Mothers Name", "mother_name"],
    ["Permanent Address", "permanent_address"],
    ["Nationality", "nationality"],
    ["Please Wait Few Moment", "image_wait"],
    ["Application From", "document_application"],
    ["VISA Approval Latter", "document_visa_approval"],
    ["Work Permit Certificate", "document_work_permit"],
    ["Job Offer Latter", "document_job_offer"],
    ["LMIA", "document_lmia"],
    ["VISA PAPER", "document_visa"],
    ["POLICE CLRARENCE", "document_police_clearance"],
    ["FINGERPRINT PAPER", "document_fingerprint"],
    ["MEDICAL FORM", "document_medical"],
    ["MAN POWER", "document_ticket"],
    ["Visa Paper", "document_visa_status"],
    ["Application Status", "document_application_status"],
    ["LIMA", "document_lmia_certificate"],
  ],
  "2, dashboard": [
    ["Dashboard", "dashboard"],
    ["Home", "home"],
    ["My Enrolled Classes", "class_my_enrolled"],
    ["My Selected Classes", "class_my_selected"],
    ["Payment History", "class_payment_history"],
    ["Entry", "entry"],
    ["Manage User Data", "manage_records"],
    ["Admin Control", "staff_title"],
    ["Add new User", "add_new_user"],
    ["Update User", "update_user"],
    ["Change the date", "change_date_title"],
    ["Update", "update_date", "column_update"],
    ["Delete", "column_delete", "staff_delete"],
    ["Picture", "column_picture"],
    ["Hide", "column_hide"],
    ["Unhide", "column_unhide"],
    ["Approve", "column_approve"],
    ["Email", "email"],
    ["Make Admin", "staff_make_admin"],
    ["Make Moderator", "staff_make_moderator"],
    ["Post", "post_button"],
  ],
  "3, roles": [["Moderator", "role_moderator"]],
  "4, states": [
    ["{name} user is hide now", "flash_hidden"],
    ["{name} user is Visible now", "flash_unhidden"],
    ["Approve User", "approve_record"],
    ["Post Approved", "flash_approved"],
    ["No Data Found", "none_title", "none_found"],
  ],
  "5, rules": [
    ["Email is required", "email_required"],
    ["Password is required", "password_required"],
    ["Photo URL is required", "photo_url_required"],
    ["Name is required", "name_required"],
    ["Please input valid email", "email_format"],
    ["Password did not match", "password_differs"],
    ["Class Image is required", "post_image_required"],
    ["You are not Admin", "notice_not_admin"],
    ["You are not Instructor", "notice_not_moderator"],
  ],
  "6, confirmations": [
    ["Are you sure?", "are_you_sure"],
    ["You won't be able to revert this!", "cannot_be_reverted"],
    ["Yes, delete it!", "yes_delete"],
  ],
  "7, calls": [
    [
      "--- No Result Found ---",
      "not_searched_offline",
      "not_searched_connection",
      "not_searched_unavailable",
      "not_searched_internal",
      "not_searched_refused",
    ],
    ["New Product Added Successfully !!!", "flash_added"],
    ["User Updated Successfully !!!", "flash_updated"],
    ["Deleted!", "flash_deleted"],
    ["Your User data has been deleted.", "flash_deleted_text"],
    ["Date modified successfully", "flash_date_changed"],
    ["{name} is an admin now", "flash_staff_admin"],
    ["{name} is an Moderator now", "flash_staff_moderator"],
    ["Success!", "notice_success"],
    ["Register successful!", "notice_registered"],
    ["Login successful!", "notice_signed_in"],
  ],
};

/**
 * Texts of the specification that no wording of ours contains. They speak for Australia, or name something that the site
 * does not have (Events).
 */
const leftOut = [
  "Australians",
  "Connecting with Australia",
  "Showcasing Australia",
  "Events",
  "Australia Governmentnet Verified ID Card",
];

const texts = Object.entries(specification).flatMap(([section, ofSection]) =>
  ofSection.flatMap(([text, ...keys]) => keys.map((key) => ({ section, text, key }))),
);

describe("the specification's wording", () => {
  test.each(texts)("section $section: $text ($key)", ({ key, text }) => {
    expect(overrides[key] ?? english[key]).toBe(text);
  });

  test("is English where the specification has the same text", () => {
    expect([m.menu, m.or, m.home].map((say) => say({}, { locale: specWording }))).toEqual(["MENU", "OR", "Home"]);
  });

  test("contains only texts that differ from English, and only texts of the specification", () => {
    const differing = texts.filter(({ key, text }) => english[key] !== text);
    expect(overrides).toEqual(Object.fromEntries(differing.map(({ key, text }) => [key, text])));
  });

  test.each(leftOut)("does not contain %j", (text) => expect(Object.values(overrides)).not.toContain(text));

  test("claims nothing for a government, least of all on the ID card", () => {
    expect(JSON.stringify(overrides)).not.toMatch(/government|australia|verified|embassy|official/i);
    expect(m.document_id_card({}, { locale: specWording })).toBe("ID card");
  });

  test("cannot be chosen by visitors", () => {
    expect(offeredLocales).toEqual(["en", "bn"]);
    expect(isLanguage(specWording)).toBe(false);
  });
});
