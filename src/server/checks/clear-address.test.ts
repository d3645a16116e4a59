import { expect, test } from "vitest";
import { isClearAddress } from "./clear-address.ts";

test.each([
  "/",
  "/Check_Visa",
  "/Check_Visa/",
  "/_.data",
  "/account/_.data",
  "/Update_A_User/1.data?_routes=a;b",
  "/search?q=//../;%2e%2e",
  "/api/users/clerk%40agency.example",
  "/api/users/a..b@agency.example",
  "/assets/home-x..js",
  "/images/abc-1/480",
  "/news/%E0%A6%A8",
  "/account%2Fprofile",
  "http://agency.example/Check_Visa",
  "https://agency.example",
  "https://agency.example?q=//",
])("every program reads %s in the same way", (address) => {
  expect(isClearAddress(address)).toBe(true);
});

test.each([
  "/Update_A_User/..",
  "/Update_A_User/../",
  "/Update_A_User/.",
  "/./Update_A_User",
  "/a/../Update_A_User/1",
  "/Update_A_User/%2e%2E",
  "/Update_A_User/.%2e/",
  "/Update_A_User/%2e?x=1",
  "//Update_A_User/1",
  "/Update_A_User//1",
  "/Update_A_User/1//",
  "/Update_A_User/1;x",
  "/images;",
  "/images\\",
  "\\images",
  "http://agency.example/images/..",
  "HTTPS://agency.example//images",
  "http://agency.example\\images",
])("programs may read %s in different ways", (address) => {
  expect(isClearAddress(address)).toBe(false);
});
