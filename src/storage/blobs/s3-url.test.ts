import { expect, test } from "vitest";
import { blobLocation } from "./open-blobs.ts";
import { readS3Url } from "./s3-url.ts";

test("an address of S3 says where, with which keys and over what", () => {
  expect(readS3Url("s3://AK%3A1:s%2Fe%25c+r@s3.example.com:8443/site.docs/a/b_1?region=eu-west-1")).toEqual({
    address: "https://s3.example.com:8443/site.docs",
    prefix: "a/b_1/",
    region: "eu-west-1",
    accessKey: "AK:1",
    secretKey: "s/e%c+r",
  });
  expect(readS3Url("s3://k:s@s3.example.com/docs")).toMatchObject({ prefix: "", region: "us-east-1" });
});

test.each([
  ["s3://k:s@s3.example.com/docs", "https://s3.example.com/docs"],
  ["s3://k:s@s3.example.com/docs?tls=off", "http://s3.example.com/docs"],
  ["s3://k:s@127.0.0.1:9000/docs/", "http://127.0.0.1:9000/docs"],
  ["s3://k:s@[::1]:9000/docs?tls=on", "https://[::1]:9000/docs"],
])("%s leads to %s", (url, address) => {
  expect(readS3Url(url)).toMatchObject({ address, prefix: "" });
});

test("where documents are is shown without keys", () => {
  expect(blobLocation("s3://k:secret@s3.example.com:8443/docs/a?region=x")).toBe("s3://s3.example.com:8443/docs/a");
});
