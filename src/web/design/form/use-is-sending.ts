import { useNavigation } from "react-router";

/** True from the moment a form is sent until the next page is shown. A second press would do the action twice. */
export const useIsSending = (): boolean => useNavigation().formMethod === "POST";
