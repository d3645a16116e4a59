import { expect, test } from "vitest";
import { blobLocation } from "./open-blobs.ts";
import { readS3Url } from "./s3-url.ts";

test("readS3Url returns the address, prefix, region and keys", () => {
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
])("the bucket of %s has the address %s", (url, address) => {
  expect(readS3Url(url)).toMatchObject({ address, prefix: "" });
});

test("blobLocation leaves out the keys", () => {
  expect(blobLocation("s3://k:secret@s3.example.com:8443/docs/a?region=x")).toBe("s3://s3.example.com:8443/docs/a");
});
