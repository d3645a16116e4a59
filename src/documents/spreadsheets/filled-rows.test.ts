import { writeXlsx } from "hucre/xlsx";
import { writeOds } from "hucre/ods";
import { describe, expect, test } from "vitest";
import type { TableRow } from "#core/imports/table.ts";
import { zip } from "#test/support/zip.ts";
import { filledRows } from "./filled-rows.ts";
import { readTable } from "./read-table.ts";

const rowsOf = (bytes: Uint8Array): Promise<TableRow[]> => Array.fromAsync(filledRows(bytes));

/** Returns rows as [row number, ...cells]. */
const read = async (bytes: Uint8Array) => (await rowsOf(bytes)).map(({ row, cells }) => [row, ...cells]);

const utf16 = (text: string, mark: string) => Buffer.from(mark + text, "utf16le");
const bigEndian = (bytes: Buffer) => Buffer.from(bytes).swap16();

const names = [
  [1, "নাম", "Number"],
  [2, "রহিম", "A1"],
];

describe("a CSV file is read", () => {
  test.each([
    ["in UTF-8", Buffer.from("নাম,Number\nরহিম,A1\n"), names],
    ["in UTF-8 with a byte order mark", Buffer.from("\uFEFFনাম,Number\nরহিম,A1"), names],
    ["in UTF-16 as Excel writes it", utf16("নাম\tNumber\r\nরহিম\tA1\r\n", "\uFEFF"), names],
    ["in big-endian UTF-16", bigEndian(utf16("নাম\tNumber\r\nরহিম\tA1", "\uFEFF")), names],
    ["in UTF-16 without a byte order mark", utf16("Name;Number\nKarim;A1", ""), [[1, "Name", "Number"], [2, "Karim", "A1"]]], // prettier-ignore
    ["in Windows-1252", Buffer.from("Name;Place\nJos\xe9;\x80", "latin1"), [[1, "Name", "Place"], [2, "José", "€"]]], // prettier-ignore
    ["in Windows-1256", Buffer.from("\xc7\xe1\xc7\xd3\xe3;Place\nJos\xe9;Tunis", "latin1"), [[1, "الاسم", "Place"], [2, "José", "Tunis"]]], // prettier-ignore
    [
      "with other signs in cells, one of which has two lines",
      Buffer.from('"a","b","c"\r\n"x","1|2|3|4|5","p\n|q"\r\n'),
      [
        [1, "a", "b", "c"],
        [2, "x", "1|2|3|4|5", "p\n|q"],
      ],
    ],
    ["with the first line sep=; that Excel writes", Buffer.from("sep=;\r\na;b,c\r\n"), [[2, "a", "b,c"]]],
    ["with quotes and line breaks in cells", Buffer.from('a,"b ""c""\nd"\n,,\n e ,f'), [[1, "a", 'b "c"\nd'], [3, " e ", "f"]]], // prettier-ignore
    [
      "with values that a spreadsheet took for numbers",
      Buffer.from('012,12,"12",1.2E+08,1.50'),
      [[1, "012", { number: "12" }, "12", { number: "1.2E+08" }, { number: "1.50" }]],
    ],
  ])("%s", async (_, bytes, rows) => {
    expect(await read(bytes)).toEqual(rows);
  });
});

test("a sign for the cell above is read as that cell", async () => {
  const rows = 'Name,Place,Day\nDo Van,"12, Lake Road",2027-03-31\nDo,-do-,""""\nRahim,ঐ,〃\n';
  expect((await read(Buffer.from(rows))).slice(2)).toEqual([
    [3, "Do", "12, Lake Road", "2027-03-31"],
    [4, "Rahim", "12, Lake Road", "2027-03-31"],
  ]);
});

test("a cell of thousands of digits is cut, as any other cell", async () => {
  const digits = "1".repeat(2001);
  const cut = digits.slice(1);
  expect(await read(Buffer.from(`${digits},"${digits}"`))).toEqual([[1, { number: cut }, cut]]);
});

test("the filled sheets of a workbook are read, with empty rows and columns, merged headings and dates", async () => {
  const rows = [
    ["Candidates of 2026", null, null],
    [],
    [null, "Passport no", "Born"],
    [null, "00123", new Date(Date.UTC(2026, 2, 31))],
    [null, 120_000_000],
  ];
  const merges = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }];
  const bytes = await writeXlsx({ sheets: [{ name: "Empty" }, { name: "People", rows, merges }] });
  expect(await read(bytes)).toEqual([
    [1, "Candidates of 2026"],
    [3, "", "Passport no", "Born"],
    [4, "", "00123", { day: "2026-03-31" }],
    [5, "", { number: "120000000" }],
  ]);
});

test("all filled sheets of an ODS workbook are read by their names, with texts of digits, numbers and dates", async () => {
  const rows = [
    ["Passport no", "", "Visa expiry"],
    [],
    ["00123", null, new Date(Date.UTC(2026, 2, 31))],
    [120_000_000],
  ];
  const bytes = await writeOds({
    sheets: [{ name: "Empty" }, { name: "People & others", rows }, { name: "Old", rows }],
  });
  const sheets = (await rowsOf(bytes)).map(({ sheet }) => sheet);
  expect(sheets.filter((name, at) => name !== sheets[at - 1])).toEqual(["People & others", "Old"]);
  expect((await read(bytes)).slice(0, 3)).toEqual([
    [1, "Passport no", "", "Visa expiry"],
    [3, "00123", "", { day: "2026-03-31" }],
    [4, { number: "120000000" }],
  ]);
});

/** Builds an ODS workbook by hand. */
const ods = (rows: string, manifest = "") =>
  zip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet" },
    { name: "META-INF/manifest.xml", content: `<manifest:manifest>${manifest}</manifest:manifest>` },
    {
      name: "content.xml",
      content: `<office:document-content><office:body><office:spreadsheet><table:table>${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
const odsRow = (attributes = "") =>
  `<table:table-row ${attributes}><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>`;

test("the paragraphs of a cell of an ODS workbook are its lines", async () => {
  const cell = '<table:table-cell office:value-type="string"><text:p>12 Lake Road</text:p>\n<text:p/><text:p>Dhaka</text:p></table:table-cell>'; // prettier-ignore
  expect(await read(ods(`<table:table-row>${cell}</table:table-row>`))).toEqual([[1, "12 Lake Road\n\nDhaka"]]);
});

const schema = "http://schemas.openxmlformats.org";
const office = `${schema}/officeDocument/2006/relationships`;
const linked = (type: string, target: string) =>
  `<Relationships xmlns="${schema}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
const main = `${schema}/spreadsheetml/2006/main`;

/** Builds a workbook by hand, with rows that no library would write. */
const workbook = (rows: string, before = "") =>
  zip([
    { name: "[Content_Types].xml", content: `<Types xmlns="${schema}/package/2006/content-types"/>` },
    { name: "_rels/.rels", content: linked("officeDocument", "xl/workbook.xml") },
    { name: "xl/workbook.xml", content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>` }, // prettier-ignore
    { name: "xl/_rels/workbook.xml.rels", content: linked("worksheet", "worksheets/sheet1.xml") },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `${before}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    },
  ]);

test("numbers with a format that shows more than is stored are read as they are shown", async () => {
  const column = { header: "No", key: "no" };
  const data = [{ no: 1_234_567, id: 1_234_567, fee: 5000 }];
  const columns = [
    { ...column, numFmt: "00000000" },
    { ...column, key: "id", numFmt: '"A"0000000' },
    { ...column, key: "fee", numFmt: "#,##0" },
  ];
  const sheets = [
    { name: "Other", rows: [["x"]] },
    { name: "People", columns, data },
  ];
  expect((await read(await writeXlsx({ sheets }))).at(-1)).toEqual([2, "01234567", "A1234567", { number: "5000" }]);
  const cell = (stored: number, shown: string, times = "") =>
    `<table:table-cell ${times} office:value-type="float" office:value="${stored}"><text:p>${shown}</text:p></table:table-cell>`;
  const empty = '<table:table-cell table:number-columns-repeated="2"/>';
  const row = `<table:table-row>${empty}${cell(1_234_567, "01234567")}${cell(5000, "5,000")}</table:table-row>`;
  expect(await read(ods(`<table:table-row table:number-rows-repeated="3"/>${row}`))).toEqual([
    [4, "", "", "01234567", { number: "5000" }],
  ]);
});

test("a cell that is merged down a group of rows is that of each, but headings and the rows of one person are not", async () => {
  const rows = [["District", "Name", "Father"], ["Comilla", "Rahim", "Karim"], [null, "Amina", "Ali"], ["Sylhet", "Sita", "Ram"], [null, null, null, "0171"]]; // prettier-ignore
  const down = (startCol: number, startRow: number) => ({ startRow, startCol, endRow: startRow + 1, endCol: startCol });
  const merges = [down(0, 1), down(0, 3), down(1, 3), down(2, 3)];
  expect((await read(await writeXlsx({ sheets: [{ name: "A", rows, merges }] }))).slice(2)).toEqual([
    [3, "Comilla", "Amina", "Ali"],
    [4, "Sylhet", "Sita", "Ram"],
    [5, "", "", "", "0171"],
  ]);
});

const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';

test.each([
  [
    "takes the saved value of a formula and computes nothing",
    workbook(
      `<row r="2"><c r="A2"><f>1+1</f><v>7</v></c><c r="B2" t="str"><f>"A"&amp;1</f><v>A9</v></c><c r="C2"><f>NOW()</f></c></row>`,
    ),
    [[2, { number: "7" }, "A9"]],
  ],
  ["expands no entity", workbook(`<row r="1"><c r="A1" t="str"><v>&a;&b;</v></c></row>`, entities), [[1, "&a;&b;"]]],
  [
    "leaves out empty cells up to the last possible column",
    workbook(`<row r="1"><c r="A1" t="str"><v>x</v></c><c r="XFD1" s="1"/></row>`),
    [[1, "x"]],
  ],
])("the reader of a workbook %s", async (_, bytes, rows) => {
  expect(await read(bytes)).toEqual(rows);
});

describe("the reader refuses", () => {
  const sheet = "xl/worksheets/sheet1.xml";
  const zeros = Buffer.alloc(60_000_000);
  test.each([
    ["a file without values", Buffer.from(" \n,,\n"), "empty-file"],
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 0, 0]), "unreadable-table"],
    ["an archive that is no workbook", zip([{ name: "a.txt", content: "a" }]), "unreadable-table"],
    ["a row that no spreadsheet has", workbook(`<row r="99999999999"><c r="A1"><v>1</v></c></row>`), "broken-file"],
    ["a negative row number", workbook(`<row r="-5"><c r="A1"><v>1</v></c></row>`), "broken-file"],
    ["a column that no spreadsheet has", workbook(`<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>`), "broken-file"],
    ["a truncated workbook", zip([{ name: sheet, content: "<worksheet/>" }]).subarray(0, 60), "broken-file"],
    ["a workbook in the old format or with a password", Buffer.from("d0cf11e0a1b11ae100", "hex"), "locked-table"],
    [
      "an ODS row between two rows",
      ods(`<table:table-row table:number-rows-repeated="0.5"/>${odsRow()}`),
      "broken-file",
    ],
    ["a row repeated to fill an ODS sheet", ods(odsRow('table:number-rows-repeated="1048576"')), "too-many-rows"],
    ["an ODS workbook with a password", ods(odsRow(), "<manifest:encryption-data/>"), "locked-table"],
    [
      "an ODS workbook with a damaged manifest",
      zip([{ name: "META-INF/manifest.xml", content: "x", claims: 9 }]),
      "broken-file",
    ],
    ["an unclosed quote", Buffer.from('a,b\n"c,d\n'), "broken-file"],
    ["too many rows", Buffer.from("a,b\n".repeat(20_100)), "too-many-rows"],
    ["too many columns", Buffer.from("a,".repeat(200) + "b"), "too-many-rows"],
    ["a zip bomb", zip([{ name: sheet, content: zeros }]), "unsafe-archive"],
    ["a zip bomb that claims to be small", zip([{ name: sheet, content: zeros, claims: 900_000 }]), "broken-file"],
    ["a path that leaves the archive", zip([{ name: "../../etc/cron.d/x", content: "a" }]), "unsafe-archive"],
    ["too many ZIP entries", zip(Array.from({ length: 2001 }, (_, at) => ({ name: `${at}` }))), "unsafe-archive"],
  ])("%s", async (_, bytes, id) => {
    await expect(rowsOf(bytes)).rejects.toMatchObject({ id });
  });
});

test("a child process reads the table, and its refusal arrives as the same error", async () => {
  const lines = Array.from({ length: 120 }, (_, at) => `A${at},Rahim\n`).join("");
  const rows = (await Array.fromAsync(readTable(Buffer.from(lines)))).flat();
  expect(rows).toEqual(await rowsOf(Buffer.from(lines)));
  expect(rows).toHaveLength(120);
  await expect(Array.fromAsync(readTable(Buffer.from('a,b\n"c')))).rejects.toMatchObject({ id: "broken-file" });
});
