import { readConfig } from "#config";
import { sharesField } from "#core/holders/share-codes.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { makeShareCode } from "#operations/holders/share-codes.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import { openPortal } from "#server/open-portal.ts";
import { admin } from "#test/support/accounts/people.ts";
import { uploaded } from "#test/support/documents.ts";
import { switchEverythingOn } from "#test/support/features.ts";
import { holderOf } from "#test/support/holders.ts";
import { addTestRecord } from "#test/support/records.ts";
import { drawDocument } from "../support/documents.ts";
import { median, timeOf } from "../support/measure.ts";
import { atMost, type Row } from "../support/row.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const uses = 90;
const images = 10;

/**
 * `/code` with a valid code, whose use is on disk before the answer; `/code` with an unknown code; and a picture with
 * marks.
 */
export async function shareCodes(): Promise<Row[]> {
  await using folder = await temporaryFolder();
  const { code, image } = await fill(folder.path);
  await using server = await startServer({ DATA_DIR: folder.path });
  const page = (typed: string) => async () => {
    const body = new URLSearchParams({ code: typed, name: "Rahim" });
    const answer = await fetch(`${server.url}/code`, { method: "POST", body, headers: { Origin: server.url } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`/code answered ${answer.status}`);
  };
  const picture = async () => {
    const answer = await fetch(server.url + image);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`an image was answered ${answer.status}`);
  };
  const used = await timesOf(uses, page(code));
  // Five names for one code are free.
  const missed = await timesOf(5, page("777-777-777"));
  return [
    // Without the first half of the requests, which meet a cold process.
    atMost("a share code's page, median", "ms", median(used.slice(uses / 2)), 20),
    atMost("a share code that shows nothing, median", "ms", median(missed), 20),
    atMost("a picture of 2,000 pixels with marks, median", "ms", median(await timesOf(images, picture)), 1000),
  ];
}

async function fill(folder: string) {
  await using portal = await openPortal(readConfig({ DATA_DIR: folder }));
  await switchEverythingOn(portal);
  const workPermit = await uploaded(portal, admin, await drawDocument(1));
  const record = await addTestRecord(portal, admin, { name: "Rahim Uddin", images: { workPermit } });
  const { opened } = await holderOf(portal, record);
  const wish = { whom: "bank", days: "7", uses: "100", [sharesField("workPermit")]: "on" };
  const { code } = await makeShareCode(portal, opened, wish);
  const outcome = await askByShareCode(portal, { code, name: "Rahim" }, { address: "192.0.2.1", channel: "web" });
  if (outcome.kind !== "found") throw new Error("the code shows nothing");
  const [page] = outcome.hit.record.documents.workPermit ?? [];
  return { code, image: imageAddress(page?.image ?? "", "reading", outcome.hit.record.imageGrant) };
}

const timesOf = (length: number, work: () => Promise<unknown>) => Array.fromAsync({ length }, () => timeOf(work));
