import { afterEach, beforeEach } from "vitest";

const realError = console.error;
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  console.error = (...words: unknown[]) => {
    complaints.push(words);
    realError(...words);
  };
});

afterEach(() => {
  console.error = realError;
  if (complaints.length > 0) throw new Error(`Unexpected console.error: ${complaints.flat().map(String).join(" ")}`);
});
