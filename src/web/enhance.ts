import { answerInPlace } from "./enhance/answer-in-place.ts";
import { switchTheme } from "./enhance/switch-theme.ts";

answerInPlace();
switchTheme();
