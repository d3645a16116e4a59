const long = (letters: number) => "A".repeat(letters);

/** Texts that are neither a number nor an id, percent-encoded where a URL cannot contain them. */
export const hostileTexts: Readonly<Record<string, string>> = {
  NUL: "A123%004567",
  "only NUL": "%00",
  "a lone high surrogate": "A1234567%ED%A0%80",
  "a lone low surrogate": "%ED%B0%80A1234567",
  "bytes that are not UTF-8": "A12%FF%FE345678",
  "an overlong slash": "A12%C0%AF345678",
  "half an escape": "A12%",
  "an invalid escape": "A12%zz345",
  "a Cyrillic A": encodeURIComponent("А12345678"),
  "a Greek A": encodeURIComponent("Α12345678"),
  "a right-to-left override": encodeURIComponent("\u202EA12345678"),
  "an emoji": encodeURIComponent("🛂12345678"),
  "a slash": "A12%2F345678",
  "two slashes": "%2F%2FA12345678",
  "a path traversal": "..%2f..%2fetc%2fpasswd",
  "dots encoded twice": "%252e%252e%252f",
  "a backslash": "A12%5C345678",
  "a line break": "A12345678%0d%0aSet-Cookie:%20x=1",
  "a quote": "A12345678'%20or%20'1'='1",
  "a comment": "A12345678;--",
  "a script": "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  ["__proto__"]: "__proto__",
  constructor: "constructor",
  "a star": "*",
  "a percent sign": "%25",
  "an underscore": "A_2345678",
  "a hundred letters": long(100),
  "ten thousand letters": long(10_000),
  "a template expression": "%24%7B7*7%7D",
  "a JSON object": "%7B%22%24gt%22%3A%22%22%7D",
};

/** Values that no text field of a record may have. */
export const hostileLetters: Readonly<Record<string, unknown>> = {
  NUL: "Rahim\0Uddin",
  "a lone high surrogate": "Rahim\uD800",
  "a lone low surrogate": "\uDC00Rahim",
  "too many letters": long(3000),
  "an array": ["Rahim"],
  "an array of arrays": [[["Rahim"]]],
  "an object": { $ne: "" },
  "a number": 7,
  "a boolean": true,
  null: null,
};

/** Invisible characters that are often pasted along with text. They are removed from names. */
export const unseenLetters: Readonly<Record<string, string>> = {
  "a bell character": "\u0007",
  "a line break": "\r\n",
  "a right-to-left override": "\u202E",
  "a zero-width space": "\u200B",
  "a byte order mark": "\uFEFF",
};

/** Text that reveals the inside of the program: stack traces, paths, database errors. */
export const notAnAnswer = /\bat (file:|\/|node:|async )|node_modules|SqliteError|SQLITE|syntax error|\.ts:\d/;
