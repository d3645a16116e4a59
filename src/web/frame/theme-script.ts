/** Runs before the first paint. Small enough to stand in the page; the policy allows exactly this text by its hash. */
export const themeScript = `{const page=document.documentElement.dataset;page.scripted="";try{if(sessionStorage.getItem("theme")==="light"){page.theme="light";document.querySelector("[name=theme-color]").media="all"}}catch{}}`;
