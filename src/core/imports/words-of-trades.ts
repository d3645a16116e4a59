import type { LanguageWords } from "./language-words.ts";

/** English as trades and offices write it. */
export const wordsOfTrades: LanguageWords = {
  name: "deployee name|sailor name|rn name|care assistant name|rider name|nurse full name|legal full name|given and family name|foreign worker name|name of fw|overseas worker name|name of foreign worker|name of overseas worker|name of domestic worker",
  givenName: "legal first name|first given name|christian name|1st name|gname|g name|beneficiary first|forename s",
  middleName: "middle|mid initial",
  surname: "legal last name|sname|l name|lname|last|ln|family surname|beneficiary last|2nd name surname",
  passportNumber:
    "ppt number|passpt|passpt no|pprt|pprt no|p port|p port no|int passport|international passport number|biometric passport|biometric passport no|bio passport|bio passport no|passport sr no|passport info no|passport information no|t doc no|t doc pp no|travel doc pp no|seamans passport|crew passport|ordinary passport|ordinary passport no|passport data no|int passport no",
  address:
    "physical address|physical addr|street address|addresses|domicile address|overseas home address|source country address|residence back home",
  addressPart:
    "gov|aimag|soum|dzongkhag|gewog|colline|island province|shehar|shehr|address line|addressline|at po|at post|digital address gps|po ps|town village|suburb town",
  nationality: "nat y|country of passport|passport issuing nationality|natlty|natn|citizen country|naty",
  other:
    "doj|d o j|joining dt|date of joining|signing date|sign on|sign off|sign on date|date of entry|entry dt|heir|heirs|legal heir|legal heir name|guarantors name|surety name|witness name|husb name|spouses name|emp visa no|blue card no|manning agent|p and i|oshc no|oshc|cos no|cos ref|cos number|cas no|vgn|visa grant no|grant no|brdr no|musaned no|e permit no|entry permit no|file type|wakala|mb no|mb number|lmra no|plks no|coe no|nulla osta no|aviz no|gop no|wafid no|gamca slip no|vessel name|yellow fever cert|eyesight",
  workPermit:
    "lmra|labor crd|bowp|bridging owp|open wp|post grad work permit|pgwp permit|sawp permit|lmra permit|moa permit|ep pass|e pass|s pass card|single permit|work auth|work authn|gop|c18 permit|kad pekerja|dozvola|permit to work|labour crd",
  visaPaper:
    "e visa|swv|entry visa|482 visa|aewv|super visa|study visa|student visa|schengen|schengen visa|us visa|us c1d|c1 d|c1d|c1 d visa|work visa|d visa|visa d|leave to remain|h2a|h2b|h 2a|h 2b|h1b visa|visa sticker",
  idCard:
    "brp evisa|ikama|pink slip|residency permit|residence permit card|trp|trp card|iqm|alien card|arc card|resident crd|resid|art 18 residency|article 18 residency",
  medical:
    "eng 1|eng1 medical|peme cert|medical fitness|med cert|ghc card|health screening|oet medical|upfront medical|imm medical|gamca medical|seafarer medical|fomema result|tb|tuberculosis",
  policeClearance:
    "dbs|dbs check|enhanced dbs|dbs update|pcc apostille|fbi clearance|nbi clearance|rcmp check|afp check|national police check",
  end: "ceases|ceases on|lapses on|expires|upto date|last valid|xpr|xpires|finish|finishes|good till|good until",
  otherDay:
    "valid from|w e f|wef|effective|validity from|commence|commences|health cover|health insurance|oshc|ovhc|medibank|bupa|spikpa",
  fatherName: "fathers n",
  motherName: "mothers n",
};
