/**
 * Takes the theme of this visit, as the other pages do, and keeps the one that was asked for here. Before the first paint;
 * the policy allows exactly this text by its hash.
 */
export const themeScript = `try{const asked=new URLSearchParams(location.search).get("theme");if(asked)sessionStorage.setItem("theme",asked);document.documentElement.dataset.theme=sessionStorage.getItem("theme")==="light"?"light":"dark"}catch{}`;
