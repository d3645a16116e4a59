const long = (letters: number) => "A".repeat(letters);

/** What is no number and no id, percent-encoded where an address could not hold it. */
export const hostileTexts: Readonly<Record<string, string>> = {
  NUL: "A123%004567",
  "only NUL": "%00",
  "a lone surrogate": "A1234567%ED%A0%80",
  "the other half": "%ED%B0%80A1234567",
  "bytes that are no UTF-8": "A12%FF%FE345678",
  "an overlong slash": "A12%C0%AF345678",
  "half an escape": "A12%",
  "no escape": "A12%zz345",
  "a Cyrillic A": encodeURIComponent("А12345678"),
  "a Greek A": encodeURIComponent("Α12345678"),
  "a letter from right to left": encodeURIComponent("\u202EA12345678"),
  "an emoji": encodeURIComponent("🛂12345678"),
  "a slash": "A12%2F345678",
  "two slashes": "%2F%2FA12345678",
  "a way up": "..%2f..%2fetc%2fpasswd",
  "dots, twice encoded": "%252e%252e%252f",
  "a backslash": "A12%5C345678",
  "a line's end": "A12345678%0d%0aSet-Cookie:%20x=1",
  "a quote": "A12345678'%20or%20'1'='1",
  "a comment": "A12345678;--",
  "a script": "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  __proto__: "__proto__",
  constructor: "constructor",
  "a star": "*",
  "a percent sign": "%25",
  "an underscore": "A_2345678",
  "a hundred letters": long(100),
  "ten thousand letters": long(10_000),
  "a template": "%24%7B7*7%7D",
  "a JSON object": "%7B%22%24gt%22%3A%22%22%7D",
};

/** What no text of a record may have in it. */
export const hostileLetters: Readonly<Record<string, unknown>> = {
  NUL: "Rahim\0Uddin",
  "a lone surrogate": "Rahim\uD800",
  "the other half": "\uDC00Rahim",
  "too many letters": long(3000),
  "an array": ["Rahim"],
  "an array of arrays": [[["Rahim"]]],
  "an object": { $ne: "" },
  "a number": 7,
  "a yes": true,
  null: null,
};

/** What comes along unseen when text is pasted, and is taken out of it. */
export const unseenLetters: Readonly<Record<string, string>> = {
  "a bell": "\u0007",
  "a line's end": "\r\n",
  "a turn of direction": "\u202E",
  "a hidden mark": "\u200B",
  "a byte order mark": "\uFEFF",
};

/** What shows the inside of the program. */
export const notAnAnswer = /\bat (file:|\/|node:|async )|node_modules|SqliteError|SQLITE|syntax error|\.ts:\d/;
