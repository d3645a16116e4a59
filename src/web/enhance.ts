import { askForWhatIsMissing } from "./enhance/ask-for-what-is-missing.ts";
import { answerInPlace } from "./enhance/answer-in-place.ts";
import { countDown } from "./enhance/count-down.ts";
import { keepShell } from "./enhance/keep-shell.ts";
import { offerPrint } from "./enhance/offer-print.ts";
import { openPages } from "./enhance/open-pages.ts";
import { readNoticeOut } from "./enhance/read-notice-out.ts";
import { switchTheme } from "./enhance/switch-theme.ts";
import { tellOfMissingImages } from "./enhance/missing-images.ts";

askForWhatIsMissing();
answerInPlace();
countDown();
openPages();
tellOfMissingImages();
offerPrint();
switchTheme();
readNoticeOut();
keepShell();
