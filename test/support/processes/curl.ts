/** Splits a command line as a shell does, and fills in `variables`. */
function wordsOf(line: string, variables: Readonly<Record<string, string>>): string[] {
  const words = line.replaceAll("\\\n", " ").match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|(\$\w+)/g,
      (_, plain?: string, filled?: string, escaped?: string, bare?: string) => {
        if (plain !== undefined) return plain;
        if (escaped !== undefined) return escaped;
        return fillIn(filled ?? bare ?? "", variables);
      },
    ),
  );
}

const fillIn = (text: string, variables: Readonly<Record<string, string>>) =>
  text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? "");

/**
 * The request that this `curl` command sends. Supports -X, -H, -d, and -F with a text or a file, which is always `file`,
 * whatever its name.
 */
export function requestOf(line: string, variables: Readonly<Record<string, string>>, file: Uint8Array<ArrayBuffer>) {
  const [program, ...words] = wordsOf(line, variables);
  if (program !== "curl") throw new Error(`not a curl: ${line}`);
  const headers = new Headers();
  const request = { url: "", method: "", headers, body: undefined as string | FormData | undefined };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const value = words[at + 1] ?? "";
    if (!word.startsWith("-")) request.url = word;
    else if (word === "-X") request.method = value;
    else if (word === "-d") request.body = value;
    else if (word === "-H") headers.set(value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1).trim());
    else if (word === "-F") request.body = withFile(request.body, value, file);
    else if (word !== "-i" && word !== "-s") throw new Error(`an option that these examples do not have: ${word}`);
    if (["-X", "-d", "-H", "-F"].includes(word)) at += 1;
  }
  return { ...request, method: request.method || (request.body === undefined ? "GET" : "POST") };
}

function withFile(body: string | FormData | undefined, field: string, file: Uint8Array<ArrayBuffer>): FormData {
  const form = body instanceof FormData ? body : new FormData();
  const [name = "", source = ""] = field.split("=@");
  const [text = "", value = ""] = field.split("=");
  if (source === "") form.append(text, value);
  else form.append(name, new Blob([file]), source);
  return form;
}
