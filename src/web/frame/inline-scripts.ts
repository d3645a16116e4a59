import { enhanceScript } from "virtual:enhance";

/** Sets the theme before the first paint: the visitor's choice, otherwise the device's preference. */
const theme = `let theme;try{theme=localStorage.getItem("theme")}catch{}if(theme?theme==="light":matchMedia("(prefers-color-scheme:light)").matches){page.theme="light";document.querySelector("[name=theme-color]").media="all"}`;

/**
 * Preloads the fonts, except on a slow line: there they would delay the text and its style by seconds (tokens.css). A
 * service worker has the fonts on the device.
 */
const fonts = `if(/[23]g/.test(navigator.connection?.effectiveType)&&!navigator.serviceWorker?.controller)page.line="slow";else for(const font of document.querySelectorAll("[as=font]"))font.media="all"`;

/** Runs in the head of every page. The content security policy allows exactly this text by its hash. */
export const earlyScript = `{const page=document.documentElement.dataset;page.scripted="";${theme}${fonts}}`;

/** Runs after the style has loaded. Browsers would load a script with an address at the same time, and paint later. */
export const lateScript = `import(${JSON.stringify(enhanceScript)})`;
