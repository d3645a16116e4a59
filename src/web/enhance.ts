import { answerInPlace } from "./enhance/answer-in-place.ts";
import { readNoticeOut } from "./enhance/read-notice-out.ts";
import { switchTheme } from "./enhance/switch-theme.ts";

answerInPlace();
switchTheme();
readNoticeOut();
