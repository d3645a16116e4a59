/** Whom a paper is about. */
export type Subject = {
  sex: "woman" | "man";
  inLatin: { name: string; fatherName: string; motherName: string; address: string };
  passportNumber: string;
  irccNumber: string;
  nationality: string;
  addedAt: number;
};
