import { Icon } from "#design/icon.tsx";
import share from "lucide/dist/esm/icons/share-2.mjs";
import { withoutJoiners } from "#core/unseen-characters.ts";
import { m } from "#i18n/compiled/messages.js";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { pages } from "../pages.ts";

type SendSiteProps = { site: Pick<SiteFacts, "operator" | "address" | "lookupPolicy"> };

/** Shares this site's address and how to check there, never the number. The script uses the device's share dialog. */
export function SendSite({ site: { operator, address, lookupPolicy } }: SendSiteProps) {
  const place = lookupPolicy === "code" ? address + pages.code.path : address;
  const text = withoutJoiners(wordsToSend[lookupPolicy]({ operator: operator.name, address: place }));
  return (
    <details data-send={text} className="order-last open:basis-full max-sm:w-full">
      <summary className="quiet-button">
        <Icon icon={share} className="size-5" />
        {m.send()}
      </summary>
      <div className="flex flex-wrap items-center gap-x-6">
        <SendByWhatsapp text={text} />
        <button type="button" data-copy="" className="link-button hidden scripted:inline-flex">
          {m.send_copy()}
        </button>
        <output className="text-quiet empty:hidden" data-copied={m.send_copied()} data-mark={m.send_mark({ text })} />
      </div>
    </details>
  );
}

const wordsToSend = { open: m.send_text, guarded: m.send_text_name, code: m.send_text_code };

/** Opens WhatsApp with the text. The user chooses the recipient there. */
export const SendByWhatsapp = ({ text }: { text: string }) => (
  <a
    href={`https://wa.me/?text=${encodeURIComponent(text)}`}
    target="_blank"
    rel="external noopener"
    className="link-button"
  >
    {m.send_whatsapp()}
  </a>
);
