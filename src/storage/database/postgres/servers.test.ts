import { expect, test } from "vitest";
import { StartRefused } from "#core/errors.ts";
import { addressOf, serversOf } from "./servers.ts";

test("serversOf splits an address of several servers into one for each, and keeps user, password, name and settings", () => {
  const rest = "/attestry?target_session_attrs=read-write&sslmode=verify-full";
  expect(serversOf(`postgres://me:a,b%40c@one:5432,two,[::1]:5433${rest}`)).toEqual([
    `postgres://me:a,b%40c@one:5432${rest}`,
    `postgres://me:a,b%40c@two${rest}`,
    `postgres://me:a,b%40c@[::1]:5433${rest}`,
  ]);
  expect(addressOf(`postgres://me:a,b@one:5432,two${rest}`)).toBe("postgres://one:5432,two/attestry");
});

test.each(["postgres://me@db/attestry", "postgresql:///attestry?host=/run/postgresql", "postgres://db"])(
  "serversOf leaves %s unchanged: it names one server",
  (url) => expect(serversOf(url)).toEqual([url]),
);

test("serversOf refuses an address that allows a read-only server, with an explanation", () => {
  const ask = () => serversOf("postgres://one,two/attestry?sslmode=disable&target_session_attrs=any");
  expect(ask).toThrow(StartRefused);
  expect(ask).toThrow(/target_session_attrs=any\. Remove it, or set it to read-write/);
});
