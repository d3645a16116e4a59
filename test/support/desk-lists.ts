import { listInTable, type NumberList } from "#core/desk/list-in-table.ts";
import type { checkList } from "#operations/desk/check-list.ts";

export type Asked = { number: string; name: string; code?: string };

const listOf = (asked: readonly Asked[]): NumberList =>
  listInTable([
    { row: 1, cells: ["No.", "Passport No", "Name", "Share code"] },
    ...asked.map(({ number, name, code = "" }, at) => ({ row: at + 2, cells: [String(at), number, name, code] })),
  ]);

export const sent = (asked: readonly Asked[]) => ({ list: listOf(asked), purpose: "Visa interviews of May" });

export const nobody = (at: number): Asked => ({ number: `Z${50_000_000 + at}`, name: "Nobody Here" });
export const manyOf = (count: number) => Array.from({ length: count }, (_, at) => nobody(at));

export const askedOf = ({ passportNumber: number, name }: { passportNumber: string; name: string }) => ({
  number,
  name,
});

export const answersIn = ({ rows }: Awaited<ReturnType<typeof checkList>>) =>
  rows.map(({ answered }) => answered && answered.answer);
