import { expect, test } from "vitest";
import { isArchiverJunk, meantBy, readUploadName } from "./upload-name.ts";

const known = ["PP1234567", "VISA1", "A1234567", "B7654321", "1234567", "A12345672", "012345678", "W7000001"];
const rowsWith = (number: string) => (known.includes(number) ? [number] : []);
const read = (path: string) => {
  const name = readUploadName(path);
  return [name.kind, ...meantBy(name, rowsWith)];
};

test.each([
  ["A1234567 visa.pdf", "visaPaper", "A1234567"],
  ["a-123-4567_work permit 2.jpg", "workPermit", "A1234567"],
  ["A 1234567 WorkPermit(2).PDF", "workPermit", "A1234567"],
  ["visa A1234567.pdf", "visaPaper", "A1234567"],
  ["A1234567Visa2.pdf", "visaPaper", "A1234567"],
  ["Md Rahim Uddin A1234567 medical report.jpg", "medical", "A1234567"],
  ["Md Ali A1234567 visa.jpg", "visaPaper", "A1234567"],
  ["এ১২৩৪৫৬৭ ভিসা.jpg", "visaPaper"],
  ["A১২৩৪৫৬৭ ভিসা ২.jpg", "visaPaper", "A1234567"],
  ["০১২৩৪৫৬৭৮ ওয়ার্ক পারমিট.pdf", "workPermit", "012345678"],
  ["০১২৩৪৫৬৭৮ (২) visa.pdf", "visaPaper", "012345678"],
  ["Rahima 012345678 visa.jpg", "visaPaper", "012345678"],
  ["W7000001 LMIA.pdf", "lmia", "W7000001"],
  ["visa/W7000001 (2).jpg", "visaPaper", "W7000001"],
  ["visa/A1234567 (2).jpg", "visaPaper", "A12345672", "A1234567"],
  ["A1234567/visa.pdf", "visaPaper", "A1234567"],
  ["Batch 3/Rahim A1234567/work permit/1.jpg", "workPermit", "A1234567"],
  ["A1234567/visa approval/page 1.jpg", "visaApproval", "A1234567"],
  // A folder that is a number as a whole is not taken apart.
  ["PP1234567/visa.jpg", "visaPaper", "PP1234567"],
  ["VISA1/photo.jpg", "photo", "VISA1"],
  ["012345678/photo.jpg", "photo", "012345678"],
  // A number is never cut out of a longer one, which may belong to somebody else.
  ["Z1234567 visa.pdf", "visaPaper"],
  ["A-1234567-9 visa.pdf", "visaPaper"],
  ["A12345672 visa.pdf", "visaPaper", "A12345672"],
  ["ZZ 123 4567 visa.pdf", "visaPaper"],
  ["B7654321/A1234567 visa.pdf", "visaPaper", "A1234567", "B7654321"],
  ["A1234567 visa work permit.pdf", null, "A1234567"],
  ["A1234567 foo.pdf", null, "A1234567"],
  ["IMG_001.jpg", null],
  ["visa.jpg", "visaPaper"],
])("the path %s is read as %s %s %s", (path, ...said) => expect(read(path)).toEqual(said));

test.each([
  ["A1234567/", true],
  ["__MACOSX/A1234567/._visa.jpg", true],
  ["A1234567/._visa.jpg", true],
  ["A1234567/Thumbs.db", true],
  [".DS_Store", true],
  ["A1234567/Thumbs.db.jpg", false],
  ["A1234567/visa.jpg", false],
])("isLitter of %s is %s", (path, is) => expect(isArchiverJunk(path)).toBe(is));
