/**
 * On a slow line, a page keeps the device's Bangla letters until a press of the visitor after the font has loaded:
 * content that moves then does not surprise (design/tokens.css).
 */
export function adoptLateFont(): void {
  const adopt = () => {
    if (document.fonts.status === "loaded") delete document.documentElement.dataset["line"];
  };
  for (const press of ["click", "keydown"]) addEventListener(press, adopt);
}
