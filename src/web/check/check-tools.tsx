import { Button, buttonClass } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";

/** Buttons to scan with the camera and to choose a file. Visible only if scripts run. */
export const CheckTools = ({ asksRegisters }: { asksRegisters: boolean }) => (
  <div id="check-tools" className="hidden gap-4 scripted:grid">
    <div className="flex flex-wrap gap-4">
      <Button type="button" size="large" data-check="camera">
        {m.check_camera()}
      </Button>
      <label className={`${buttonClass({ variant: "secondary", size: "large" })} focus-within:outline-3`}>
        {m.check_choose()}
        <input
          id="check-file"
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf,application/json,.json"
          aria-describedby="check-file-hint"
          className="sr-only"
        />
      </label>
    </div>
    <p id="check-file-hint" className="text-16 text-quiet">
      {m.check_choose_hint()} {m.check_nothing_sent()}
    </p>
    {asksRegisters && <SiteBox />}
    <template id="check-camera">
      <div className="grid justify-items-start gap-3">
        <video playsInline muted aria-label={m.check_camera_view()} className="check-camera" />
        <p className="text-16">{m.check_hold()}</p>
        <Button type="button" variant="secondary" data-check="stop">
          {m.check_stop()}
        </Button>
      </div>
    </template>
  </div>
);

/** Asks the registers that this site believes about the address of any site. */
const SiteBox = () => (
  <form id="check-address" className="grid gap-2">
    <label htmlFor="check-address-box">{m.check_site_label()}</label>
    <div className="flex flex-wrap gap-3">
      <input
        id="check-address-box"
        name="site"
        required
        maxLength={200}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        className="box min-w-0 flex-1"
      />
      <Button variant="secondary">{m.check_site_button()}</Button>
    </div>
  </form>
);

export const KeepThisPage = () => (
  <section id="check-keep" className="hidden gap-3 border-t border-line pt-6 scripted:grid">
    <h2 className="text-22">{m.check_keep_title()}</h2>
    <p role="status" data-state="not-ready">
      <span data-when="not-ready">{m.check_keep_not_ready()}</span>
      <span data-when="working" hidden>
        {m.check_keep_working()}
      </span>
      <span data-when="ready" hidden>
        {m.check_keep_ready()}
      </span>
      <span data-when="failed" hidden>
        {m.check_keep_failed()}
      </span>
    </p>
    <div data-check-keep="">
      <Button type="button" variant="secondary" data-check="keep">
        {m.check_keep_button()}
      </Button>
    </div>
    <p className="text-16 text-quiet">{m.check_keep_what()}</p>
  </section>
);
