// Writes docs/attestry-client.ts: a typed client for the calls, made from the OpenAPI document.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { openApiDocument } from "../src/api/openapi/openapi-document.ts";
import { clientSource } from "./api-client/client-source.ts";

const file = new URL("../docs/attestry-client.ts", import.meta.url).pathname;

await writeFile(file, clientSource(openApiDocument("http://localhost:3000")));
await promisify(execFile)("node_modules/.bin/oxfmt", [file]);
