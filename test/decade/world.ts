import { PortalError } from "#core/errors.ts";
import { ImagePipeline } from "#documents/image-pipeline.ts";
import { NotDelivered, type MailTransport } from "#mail/mail-transport.ts";
import type { OpenPortal } from "#server/open-portal.ts";
import { withOverrides } from "#storage/blobs/blob-store.ts";
import type { Site } from "./model/site.ts";

export const deskAddress = "maria@embassy.example";

export const mailboxOf = (mailbox: number) => `waits${mailbox}@people.example`;

export const mailTo = (address: string, endings: Iterable<string>) =>
  `${address}: ${[...endings].toSorted().join(" ")}`;

/** What stands around the program, and fails: its mail server and its store of files. */
export class World {
  mailServer: Site["outside"]["mailServer"] = "takes mails";
  store: Site["outside"]["store"] = "works";
  /** The mails to those who waited for a record, and to the organisation, as often as they arrived. */
  readonly arrived: string[] = [];

  around(portal: OpenPortal): OpenPortal {
    portal.mail.ofEnvironment = { host: "mail.example", transport: this.#transport };
    let writes = 0;
    const blobs = withOverrides(portal.blobs, {
      write: async (name, bytes) => {
        // A part of the files is there when the store fails.
        if (this.store === "takes nothing" && (writes += 1) % 2 === 0) throw new PortalError("unavailable");
        await portal.blobs.write(name, bytes);
      },
      remove: async (name) => {
        if (this.store === "removes nothing") throw new PortalError("unavailable");
        await portal.blobs.remove(name);
      },
    });
    return { ...portal, blobs, imagePipeline: new QuickPipeline() };
  }

  readonly #transport: MailTransport = {
    keepsMails: false,
    deliver: async ({ to, text, isOfWatch }) => {
      if (this.mailServer === "refuses every mail") throw new NotDelivered("this-mail", "450");
      const isNews = to === deskAddress || (isOfWatch && text.includes("/Check_Visa"));
      const endings = new Set(text.matchAll(/(?:ends in|^…) (\d{3})/gm).map(([, ending = ""]) => ending));
      if (isNews && endings.size > 0) this.arrived.push(mailTo(to, endings));
      if (this.mailServer !== "takes mails") throw new NotDelivered("this-mail", "");
    },
  };
}

/** Makes a page of any bytes. A real decoder is a child process, and takes longer than all else. */
class QuickPipeline extends ImagePipeline {
  constructor() {
    super({ processes: 1, timeLimitMs: 1000, memoryLimitMb: 64 });
  }

  override async publish(read: () => Promise<Uint8Array>) {
    const bytes = await read();
    const page = {
      width: 3,
      height: 4,
      reading: Uint8Array.from(bytes),
      list: Uint8Array.from(bytes),
      placeholder: "",
    };
    return { format: "png" as const, perceptualHash: "0".repeat(16), pages: [page] };
  }
}
