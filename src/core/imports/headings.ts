import { eachField, type FieldName, fieldRow, otherFields } from "../records/record-fields.ts";
import type { DocumentKind } from "../records/document-kinds.ts";
import type { PublicState } from "../records/public-state.ts";
import { inLanguages } from "./languages.ts";

/**
 * What a column can say about a person, by the headings that agencies write: in English, Bangla, Hindi, Nepali, Urdu and
 * Arabic. Case, spaces, punctuation, the order of the words and the words in `unimportant` make no difference, and every
 * word for "number" is the same word.
 */
export const headings = {
  ...eachField(otherFields, (name) => fieldRow(name).headings ?? []),
  passportNumber: [
    ..."t doc|travel doc|travel doc no|passport ref|passport ref no|passport serial|passport s no|passport s n|passport control no|new pp no|current pp no|پاسپورٹ نمبر نیا|رقم الجواز الحالي".split(
      "|",
    ),
    ..."mrp|mrp no|e passport no|passport no|passport|passport id|passport details no|travel document no|travel document|pp no|ppt no|pport no|pass no|passport nr".split(
      "|",
    ),
    ..."passport book no|new passport no|current passport no|valid passport no|passport serial no|document no passport|pp number passport".split(
      "|",
    ),
    ..."international passport no|international passport|intl passport no|intl passport|pp|ppt|p p no|pass port no|pass port".split(
      "|",
    ),
    ..."পাসপোর্ট নম্বর|পাস নম্বর|পাসপোর্ট|পাসপোর্টের নম্বর|passport নম্বর|নতুন পাসপোর্ট নম্বর|পাসপোর্ট বই নম্বর|বর্তমান পাসপোর্ট নম্বর|পাসপোর্টের নং".split(
      "|",
    ),
    ..."पासपोर्ट संख्या|पास संख्या|पासपोर्ट|पासपोर्ट क्रमांक|पारपत्र संख्या|पारपत्र|नया पासपोर्ट नंबर|पासपोर्ट का नंबर|पासपोर्ट की संख्या".split(
      "|",
    ),
    ..."राहदानी नम्बर|राहदानी|पासपोर्ट नम्बर|राहदानी नं|नयाँ राहदानी नम्बर|राहदानीको नम्बर|पासपोर्टको नम्बर".split("|"),
    ..."پاسپورٹ نمبر|پاسپورٹ|پاسپورٹ کا نمبر|نیا پاسپورٹ نمبر|موجودہ پاسپورٹ نمبر".split("|"),
    ..."رقم جواز السفر|جواز السفر|رقم الجواز|الجواز|رقم الباسبور|جواز سفر|رقم جواز سفر|رقم وثيقة السفر|رقم الجواز الجديد".split(
      "|",
    ),
  ],
  irccNumber: [
    ..."ircc uci|ircc ref no|ircc app no|ircc uci no|uci ircc".split("|"),
    ..."ircc no|ircc|ircc ref|ircc reference|ircc reference no|ircc file no|ircc application no|uci|uci no|unique client identifier".split(
      "|",
    ),
    ..."ircc case no|cic no|ircc id|canada ircc no|ircc no canada".split("|"),
    ..."আইআরসিসি নম্বর|আইআরসিসি|ircc নম্বর|ইউসিআই নম্বর|ইউসিআই|আইআরসিসির নম্বর".split("|"),
    ..."आईआरसीसी संख्या|आईआरसीसी|यूसीआई|यूसीआई संख्या".split("|"),
    ..."आईआरसीसी नम्बर|युसीआई नम्बर".split("|"),
    ..."آئی آر سی سی نمبر|یو سی آئی نمبر|یو سی آئی".split("|"),
    ..."رقم ircc|رقم uci".split("|"),
  ],
  name: [
    ..."প্রশিক্ষণার্থীর নাম|ছাত্রের নাম|प्रशिक्षु का नाम|प्रशिक्षार्थीको नाम|نام امیدوار|نام درخواست گزار|نام مسافر|اسم المتدرب|اسم الطالب".split(
      "|",
    ),
    ..."nom prenom|nom prenoms|pa name|full legal name|passport holder|pp holder|house maid|job seeker|foreign national|first last name|first and last name|last first|given surname|surname first|name surname first|principal applicant|main applicant|primary applicant|job seeker name|job seekers name|principal applicant name|main applicant name|surname and other names|surname other names|name|full name|name full|complete name|candidate|applicant|worker|employee|passenger|candidate name|names|name surname|full names".split(
      "|",
    ),
    ..."labour name|crew name|emigrant name|participant name|nurse name|seafarer name|beneficiary|name in full|traveller name|beneficiary name|pax name|pax|trainee name|student name|person name|name and surname".split(
      "|",
    ),
    ..."নাম|পূর্ণ নাম|প্রার্থীর নাম|সম্পূর্ণ নাম|কর্মীর নাম|আবেদনকারীর নাম|যাত্রীর নাম|পুরো নাম|শিক্ষার্থীর নাম|প্রার্থী|কর্মী|ক্যান্ডিডেট|নাম ও পদবি|নাম ও পদবী".split(
      "|",
    ),
    ..."नाम|पूरा नाम|आवेदक का नाम|उम्मीदवार का नाम|अभ्यर्थी का नाम|कर्मचारी का नाम|यात्री का नाम|कामगार का नाम".split("|"),
    ..."पूरा नाम थर|नाम थर|उम्मेदवारको नाम|आवेदकको नाम|कामदारको नाम|निवेदकको नाम|पुरा नाम|कामदारको नाम थर".split("|"),
    ..."نام|پورا نام|مکمل نام|امیدوار کا نام|درخواست گزار کا نام|ملازم کا نام|مسافر کا نام|کارکن کا نام".split("|"),
    ..."اسم طالب العمل|اسم طالب الوظيفة|اسم صاحب الجواز|اسم صاحبة الجواز|الاسم|الاسم الكامل|اسم المرشح|اسم العامل|اسم مقدم الطلب|الاسم بالكامل|اسم المسافر|الاسم الثلاثي|الاسم الرباعي|اسم الموظف|اسم العاملة".split(
      "|",
    ),
  ],
  givenName: [
    ..."given|other name|other names|name other|given name|given names|first name|forename|forenames|first names|name given|first and middle name|first middle name".split(
      "|",
    ),
    ..."প্রথম নাম|নামের প্রথম অংশ|প্রদত্ত নাম|ডাক নাম প্রদত্ত|प्रथम नाम|पहला नाम|दिया गया नाम|पहिलो नाम|नाम पहिलो|پہلا نام|نام اول|الاسم الأول|الاسم الشخصي|اسم المعطى|الاسم الأول والثاني|الإسم الشخصي|নামের ১ম অংশ|दिएको नाम|पहिलो र बीचको नाम|پہلا اور درمیانی نام".split(
      "|",
    ),
  ],
  middleName:
    "middle name|middle names|second name|father or middle name|الاسم الثاني|اسم الأب الثاني|মধ্য নাম|নামের মধ্য অংশ|मध्य नाम|बीच का नाम|बीचको नाम|درمیانی نام|الاسم الأوسط|اسم الوسط|middle initial|middle initials|m i|mid|mid name".split(
      "|",
    ),
  nameSuffix:
    "apellido materno|segundo apellido|suffix|ext|name ext|ext name|extension name|name extension|jr sr|suffix jr sr|generation suffix".split(
      "|",
    ),
  surname: [
    ..."surname|last name|family name|sur name|surnames|name surname only|second surname".split("|"),
    ..."الاسم العائلي|اسم عائلي|الاسم الأخير|النسب|نسب|اسم الشهرة|الشهرة|عائلة|العائلة|কুলনাম|বংশ পদবি|পারিবারিক নাম|वंश नाम|गोत्र नाम|जात थर|ذات نام|لقب نام".split(
      "|",
    ),
    ..."বংশগত নাম|পদবি|পদবী|উপাধি|নামের শেষ অংশ|শেষ নাম|उपनाम|कुलनाम|अंतिम नाम|सरनेम|थर|अन्तिम नाम|पारिवारिक नाम|خاندانی نام|آخری نام|اسم العائلة|اللقب|الكنية|اسم الأسرة|لقب".split(
      "|",
    ),
  ],
  fatherName: [
    ..."ابن|بن|passport holders father|pp holders father|fr name|fathernm|s d of|पुत्र|पुत्री|पुत्र पुत्री|f n|f s name|fs name|सुपुत्र|पुत्र श्री|आत्मज|s d o|fathers names|father names|s o d o|son daughter of|son of|daughter of|s o|d o|fathr name|نام والد|نام پدر".split(
      "|",
    ),
    ..."father n|fathers n|father name|fathers name|father|name father|fname|father full name|fathers full name|f name|name fathers|dad name|fathers".split(
      "|",
    ),
    ..."পিতার নাম|বাবার নাম|পিতা|বাবা|পিতার পূর্ণ নাম|আব্বার নাম|আব্বুর নাম|পিতার সম্পূর্ণ নাম".split("|"),
    ..."पिता का नाम|पिता|पिताजी का नाम|पिता का पूरा नाम|वालिद का नाम|बाबुको नाम|बुबाको नाम|बाबु|बुबा|बाबुको नाम थर|बुवाको नाम|पिताको नाम".split(
      "|",
    ),
    ..."والد کا نام|والد|ولدیت|باپ کا نام|اسم الأب|الأب|اسم الوالد|والد صاحب کا نام|الوالد".split("|"),
  ],
  motherName: [
    ..."passport holders mother|pp holders mother|m n|m s name|mothers names|mother names|mother maiden name|mothers maiden name|نام والدہ|নাম মাতা".split(
      "|",
    ),
    ..."mother n|mothers n|mother name|mothers name|mother|name mother|mname|mother full name|mothers full name|m name|name mothers|mum name|mothers".split(
      "|",
    ),
    ..."মাতার নাম|মায়ের নাম|মাতা|মা|মাতার পূর্ণ নাম|আম্মার নাম|আম্মুর নাম|মাতার সম্পূর্ণ নাম".split("|"),
    ..."माता का नाम|माता|माँ का नाम|माता का पूरा नाम|मां का नाम|आमाको नाम|आमा|आमाको नाम थर|माताको नाम|माँ".split("|"),
    ..."والدہ کا نام|والدہ|ماں کا نام|اسم الأم|الأم|اسم الوالدة|والدہ صاحبہ کا نام|الوالدة".split("|"),
  ],
  address: [
    ..."r o|residing at|resident of|perm residence|place of residence|permanent place of residence|adresse au pays|lieu de residence|निवासी|निवास|निवास स्थान|سکونت|سکنہ|رہائش|مستقل سکونت|مستقل رہائش|مقر السكن|مقر السكنى|محل السكن الدائم|permanent residence|addr|permanent addr|ایڈریس|مکمل ایڈریس|स्थाई पता|घर ठेगाना|العنوان في البلد الأم|عنوان البلد".split(
      "|",
    ),
    ..."address|permanent address|home address|postal address|po address|full address|address permanent|residential address|home town address".split(
      "|",
    ),
    ..."village address|address home|mailing address|complete address|permanent home address|native address|address full".split(
      "|",
    ),
    ..."ঠিকানা|স্থায়ী ঠিকানা|পূর্ণ ঠিকানা|বাড়ির ঠিকানা|গ্রামের ঠিকানা|সম্পূর্ণ ঠিকানা|পুরো ঠিকানা".split("|"),
    ..."पता|स्थायी पता|पूरा पता|घर का पता|निवास का पता|ठेगाना|स्थायी ठेगाना|पूरा ठेगाना|घरको ठेगाना|वतन".split("|"),
    ..."پتہ|مستقل پتہ|گھر کا پتہ|مکمل پتہ|العنوان|عنوان|العنوان الدائم|عنوان السكن|محل الإقامة|عنوان المنزل".split("|"),
  ],
  nationality: [
    ..."nationality by birth|jinsiya|nacionalidad|nacionalitate|nat|natl|ntnlty|citizen|rashtriyata|qaumiyat|qomiyat|jatiyota|nationality|citizenship|citizen of|country of citizenship|country of nationality|nation|passport nationality|nationality country".split(
      "|",
    ),
    ..."জাতীয়তা|নাগরিকত্ব|नागरिकता|राष्ट्रीयता|नागरिकता देश|राष्ट्रियता|قومیت|شہریت|الجنسية|جنسية|জাতীয়তা দেশ".split("|"),
  ],
  // Only as an export of this site writes them: agencies call many things a state.
  state: ["state", "অবস্থা"],
  returnReason: ["why it came back", "কেন ফেরত এসেছে"],
} as const satisfies Record<FieldName, readonly string[]> & Record<string, readonly string[]>;

/** The words of an export for the states of records. */
export const stateTexts: ReadonlyMap<string, PublicState> = new Map<string, PublicState>([
  ["shown", "shown"],
  ["hidden", "hidden"],
  ["waiting", "waiting"],
  ["sent back", "returned"],
  ["দেখা যাচ্ছে", "shown"],
  ["গোপন", "hidden"],
  ["অপেক্ষায়", "waiting"],
  ["ফেরত", "returned"],
]);

/** These columns hold the number at IRCC only if their cells look like it: agencies have applications and clients of their own. */
export const applicationHeadings: readonly string[] = [
  ..."gwf uan|w no|aor no|aor app no|gckey app no|gckey no|immigration file no|رقم ملف الهجرة|canada application|application no|canada application no|wp application no|visa application no|client id|client no|আবেদন নম্বর|আবেদনের নম্বর|আবেদনপত্রের নম্বর".split(
    "|",
  ),
  ..."आवेदन संख्या|आवेदन क्रमांक|आवेदन का नंबर|आवेदन नम्बर|निवेदन नम्बर|दरखास्त नम्बर|درخواست نمبر|درخواست کا نمبر|رقم الطلب|رقم طلب الهجرة|رقم العميل|رقم طلب التأشيرة|e no|e number|enjaz|enjaz no|e number enjaz|enjaz e no|ای نمبر".split(
    "|",
  ),
];

/** Taken only where no column says more. */
export const secondHeadings = {
  fatherName: ["patronymic father"],
  address:
    "contact address|domicile|correspondence address|address for correspondence|communication address|address for communication|overseas address|present address|current address|বর্তমান ঠিকানা|वर्तमान पता|हालको ठेगाना|موجودہ پتہ|العنوان الحالي".split(
      "|",
    ),
} as const;

/** Beside a word for an address, these say that it is not the permanent one. */
export const secondWords: readonly string[] =
  "local present current temporary correspondence communication overseas temp বর্তমান অস্থায়ী वर्तमान अस्थायी हालको موجودہ عارضی".split(
    " ",
  );

/** An address with any of these words beside it is that of the person: "Home country address". */
export const addressWords: readonly string[] = [
  ..."alamat domicilio domiciliu domiciliului endereco endereço morada adresa adresei adresă adresi indirizzo anschrift адрес адреса manzil manzili anwani बसोबास direccion dirección చిరునామా સરનામું address add addr addrs adds adr adrs adress adresse domicile thikana pata patta thegana anwan tirahan पत्ता ਪਤਾ വിലാസം മേൽവിലാസം முகவரி ලිපිනය ঠিকানা पता ठेगाना پتہ پتا ایڈریس عنوان سكن".split(
    " ",
  ),
  ...inLanguages("addressWord"),
];
export const addressKinds: readonly string[] = [
  ..."physical pak jamaica mexico guatemala honduras salvador nicaragua colombia peru ecuador bolivia paraguay brazil haiti trinidad barbados lucia dominica guyana moldova ukraine belarus georgia armenia azerbaijan kazakhstan kyrgyzstan tajikistan turkmenistan albania kosovo serbia bosnia macedonia senegal mali guinea togo benin burkina niger cameroon congo zambia zimbabwe malawi mozambique madagascar burundi somalia eritrea djibouti gambia sierra leone liberia mongolia laos bhutan fiji tonga samoa vanuatu residing méxico particular acasă zamieszkania nhà quê quán domisili back foreign res h de del en la país pais origen do no na origem din țara țării tara origine de residencia residência w kraju pochodzenia stały stale zameldowania di negara asal rumah ktp стране своей родины прописки проживания регистрации постоянный домашний doimiy yashash uy ya nyumbani kudumu memleket بلد المنشأ منشأ الأصل heimat pays origine dans box ثابت الثابت perm permt pmt prmnt prmt prm per p pr resi original origin sthayi sthaayi mustaqil mukammal poora ghar with pin code பூர்வீக நிரந்தர സ്ഥിര ස්ථිර domicile personnelle permanenteng lengkapnya পূর্ন دائم دائمة حالي محل مكان registered registration legal living resident actual id card aadhaar nic cnic ktp voter certificate national citizenship as given in by bd bgd ind np npl pk lk sl ph phil ke ug gh ng eg ethiopia uganda vietnam indonesia uzbekistan myanmar cambodia thailand tunisia morocco algeria syria sudan nigeria tanzania rwanda afghanistan iran yemen provincial philippines kenya ghana sri lanka egypt home country native own village permanent postal mailing residential residence house full complete bangladesh nepal india pakistan nid passport إقامة नेपाल भारत বাংলাদেশ پاکستان স্থা নিবন্ধিত জাতীয় পরিচয়পত্র स्थाई पंजीकृत मूल निवास रजिस्टर्ड رجسٹرڈ شناختی کارڈ المسجل الأصلي الكامل الدائم بالتفصيل স্থায়ী নিজ দেশের বাড়ির গ্রামের पूरा घर स्थायी गाँव मूल गाउँ مستقل گھر آبائی مکمل دائم بلد بلده بلدها في العامل العاملة بيت أصل أصلي سكني منزل رہائشی पूर्ण निवास".split(
    " ",
  ),
  ...inLanguages("addressKind"),
];

/** Several columns with parts of an address are one address. */
export const addressParts: readonly string[] = [
  ..."gram|graam|dakghar|dakghor|upojela|upozila|jela|bibhag|jilla|wada|basti|kiramam|maavattam|mavattam|gama|baryo|siyudad|kebele|qarya|muhafaza|localidad|kab|kec|kab kota|kaunti|ගම|ஊர்|native|tharavad|uf|ਪਿੰਡ|ਜ਼ਿਲ੍ਹਾ|ਤਹਿਸੀਲ|गाव|तालुका|जिल्हा|ગામ|તાલુકો|જીલ્લો|જિલ્લો|ಗ್ರಾಮ|ಜಿಲ್ಲೆ|గ్రామం|జిల్లా|மாவட்டம்|கிராமம்|ജില്ല|ഗ്രാമം|municipio|ciudad|comunidad|barrio|estado|colonia|cidade|bairro|localitate|localitatea|județ|judet|oraș|oras|comuna|miejscowość|miasto|województwo|powiat|gmina|місто|село|область|район|город|посёлок|viloyat|tuman|qishloq|ilçe|mahalle|köy|kijiji|mkoa|kata|tarafa|lungsod|lalawigan|bayan|ganda|aanaa|goodina|degmo".split(
    "|",
  ),
  ..."lc1|t a|union parishad|settlement|tinh|huyen|xa|vlg|moh|regency|constituency|div|sub county div|subcity|zone subcity|door|door no|h no|hse no|hse|st|jl|dusun jl|dusun|vpo|state pin|district pin|municipality ward|post off|upz|u z|dstt|teh|gn div|ds div|dvsn|mun r mun|r mun|police stn|p stn|stn|পোঃ|ডাকঃ|থাঃ|উপঃ|জেঃ|জিলা|ग्रा|त|पो आ|ব্লক|ब्लॉक|जि|पो|था|मु पो|zone|wereda|kifle ketema|sub city|subcity|gott|ketena|markaz|qism|wilaya|wilayat|daira|imada|caza|kaza|qada|mohafazat|muhafazah|nahiya|mahalla|mahallah|mfy|viloyat|tuman|kocha|oblast|rayon|raion|khum|sangkat|phum|srok|khet|tỉnh|huyện|quận|phường|xã|thành phố|kelurahan|desa|dusun|kampung|rt rw|rt|rw|kota|provinsi|mukim|daerah|negeri".split(
    "|",
  ),
  ..."gouvernorat|delegation|code postal|district region|native place|home town|gps address|digital address|ghana post gps|tp|purok|sitio|mun|mun city|municipality city|city municipality|city mun|prov|sub zone|area|locality|neighbourhood|neighborhood|landmark|building|flat|flat no|apartment|floor|plot|plot no|sector|colony|estate|location|sub location|sublocation|chiefdom|traditional authority|village tract|township|quarter|cercle|prefecture|arrondissement|quartier|ville|rue".split(
    "|",
  ),
  ..."ds division|divisional secretariat|grama niladhari|gn|gs|union council|uc|mauza|mouja|mohollah|moholla|para|holding no|holding|block|gaun|gaon|palika|nagarpalika|gaunpalika|rural municipality|metropolitan|local level|local body|po box|p o box|mohallah|zip|postcode|pincode|thana upazila|ps upazila|vill po|village po|state province|state region|street name|street no|house flat no|lane|town city|city town".split(
    "|",
  ),
  ..."গ্রাম মহল্লা|পাড়া|রাস্তা|বাড়ি|বাসা|বাড়ি নং|হোল্ডিং|সিটি কর্পোরেশন|শহর|থানা উপজেলা|পোস্ট অফিস|পোস্ট কোড|ওয়ার্ড নং|গ্রাম পাড়া|गा पा|न पा|गापा|नपा|गा पा न पा|पालिका|स्थानीय तह|उपमहानगरपालिका|महानगरपालिका|गाउँ टोल|वार्ड|वार्ड नं|मोहल्ला|मुहल्ला|गली|मकान|मकान नं|प्रखण्ड|पंचायत|पोस्ट ऑफिस|पिन|पिन कोड|शहर|कस्बा|नगर|अनुमंडल|मण्डल|मंडल".split(
    "|",
  ),
  ..."یونین کونسل|یو سی|گلی|گلی نمبر|مکان|مکان نمبر|چک|چک نمبر|ڈاک|ڈویژن|قصبہ|وارڈ|بستی|موضع|تعلقہ|علاقہ|ریاست|محافظة|المركز|القسم|الدائرة|البلدية|البلدة|المعتمدية|العمادة|الجماعة|الإقليم|العمالة|الجهة|الدوار|الناحية|القضاء|المنطقة|الشياخة|النجع|العزبة|البناية|المبنى|رقم المنزل|رقم البيت|الرمز البريدي|المحلة|الزقاق".split(
    "|",
  ),
  ..."lga|l g a|local government area|state of origin|woreda|kebele|panchayat|gram panchayat|mouza|mohalla|taluka|suburb|governorate|commune|parish|kecamatan|kabupaten".split(
    "|",
  ),
  ..."পৌরসভা|মৌজা|মহল্লা|पोस्ट|प्रखंड|जनपद|ग्राम|ग्राम पंचायत|जिल्ला|गा वि स|टोल|अञ्चल|डाकखाना|پوسٹ آفس|ڈاک خانہ|صوبہ|محلہ|شہر|الولاية|المديرية|الحي|الشارع".split(
    "|",
  ),
  ..."राज्य|village|vill|house|house no|house name|place|pin|zip code|distt|region|mandal|tole|county|sub county|gs division|gn division|vdc|barangay|brgy|road|street|ward|ward no|post office|p o|po|post|police station|p s|ps|thana|upazila|upazilla|sub district|tehsil|taluk|municipality|city|town|district|dist|zila|zilla|division|province|pin code|postal code|post code|union".split(
    "|",
  ),
  ..."গ্রাম|ডাকঘর|পোস্ট|থানা|উপজেলা|জেলা|ইউনিয়ন|বিভাগ|ওয়ার্ড|गाँव|गांव|डाकघर|थाना|तहसील|जिला|ज़िला|गाउँ|नगरपालिका|गाउँपालिका|वडा|वडा नं|प्रदेश|گاؤں|ڈاکخانہ|تھانہ|تحصیل|ضلع|المدينة|المحافظة|القرية".split(
    "|",
  ),
  ...inLanguages("addressPart"),
];

/** These are parts of an address only beside others: a region may be where somebody works, and a state how far they are. */
export const unsureParts: readonly string[] =
  "estado|place|region|pin|state|zone|area|location|block|sector|quarter|building|floor|राज्य|ریاست|علاقہ|القسم|المنطقة|الجهة|الدائرة|المركز".split(
    "|",
  );

/** Beside a whole address, these are as often where somebody works: "Division" and "Section" are parts only beside another part. */
export const maybeOfWork: readonly string[] =
  "division|div|section|sector|block|zone|area|location|building|floor|quarter|unit|ward|বিভাগ|القسم".split("|");

/** These headings say so little that what is in their column decides. */
export const vagueHeadings: readonly string[] =
  "pas|pas no|pj no|p no|ppn|no|id|id no|document|document no|doc no|doc|ref|ref no|reference|reference no|file no|নম্বর|ডকুমেন্ট নম্বর|संख्या|दस्तावेज़ संख्या|कागजात नम्बर|دستاویز نمبر|رقم الوثيقة|رقم المستند|رقم الهوية".split(
    "|",
  );

/** Words of a heading that do not change what its column holds. */
export const unimportant: ReadonlySet<string> = new Set(
  "the of a an in as per on and to is candidate candidates applicant applicants worker workers employee employees passenger passengers person persons holder holders his her full block letter letters capital english eng required mandatory please only proper exact printed shown written correct student students trainee trainees helper helpers maid maids fdw de du des la le les di yang ng wa ya del dan et ইংরেজিতে ইংরেজি বাংলায় अंग्रेजी अंग्रेज़ी में انگریزی میں بالإنجليزية بالانجليزية".split(
    " ",
  ),
);

/** Words in all languages that say "number". */
export const numberWords: readonly string[] = [
  ..."nong|nombor|nambar|നമ്പർ|ਨੰਬਰ|નંબર|నెంబర్|నంబర్|sankhya|number|numbers|nmber|numbr|num|nbr|nmbr|nomer|numer|blg|n0|نمرة|نمره|نمبرز|இல|எண்|අංකය|num|no|nos|nr|№|#|নম্বর|নাম্বার|নম্বার|নাম্বর|নং|संख्या|नंबर|नम्बर|नं|सं|स|न|نمبر|رقم|رقمه|رقمها".split(
    "|",
  ),
  ...inLanguages("number"),
];

/** Words for an application, and what may stand beside them and a number: "Visa Appl. Ref. No." */
export const applicationWords: readonly string[] =
  "vdr gwf application applications app appl appln applicn applctn applicaton aplication aplicn demande permohonan aplikasi imm আবেদন আবেদনপত্র আবেদনের आवेदन निवेदन दरखास्त درخواست طلب".split(
    " ",
  );
export const besideApplication: readonly string[] =
  "inz migris gckey aor immi immiaccount web trv case dossier معاملة mom moi id ref reference tracking file online form visa evisa e w work study permit wp canada canadian immigration embassy vfs lmia ভিসা পারমিট ফাইল আইডি वीज़ा वीजा भिसा परमिट फाइल आईडी ویزا ویزہ پرمٹ فائل آئی ڈی تأشيرة التأشيرة فيزا الفيزا إقامة تصريح ملف هجرة كندا مرجع".split(
    " ",
  );
/** Words that say that a day is the last one. */
export const endWords: readonly string[] = [
  ..."lapses|lapse|do kiedy|końca|koniec|оконч|дата оконч|akhir|đến|đến ngày|fin du|scad|son gün|مدت|முடியும்|अंतिम तारीख|अन्तिम तारीख|miyad|miyaad|vto|venc|vencimento|vencen|scadenza|scade|gültig bis|gultig bis|bis|xpiry|x piry|xp|xpry|ex date|ex dt|ends on|முடிவு|முடிவடையும்|ማብቂያ|luput|tarikh luput|sehingga|berakhir|son tarih|geçerli|kumalizika|inamalizika|itaisha|gacha|muddat|kal ikuthwana|giá trị đến|đến hạn|vld|ಮುಕ್ತಾಯ|мөөнөтү|мерзімі|sesh tarikh|shesh tarikh|akhri tarikh|akhri tareekh|aakhri tareekh|aakhri tarikh|kuisha|fin de|fin visa|मुदत|સમાપ્તિ|expry|expy|expr|exprd|vigencia|vigente|vigente hasta|hasta|validade|válido|válida|até|expira|caducidad|validez|expirare|expiră|valabilă|valabil până|până la|valabilitate|ważny|ważna|ważne|ważność|termin ważności|wygasa|дійсний|дійсна|дійсне|термін дії|закінчується|срок действия|действует|действителен|действительна|истечения|окончания|окончание|аяқталады|бүтөт|bitiş|geçerlilik|gecerlilik|bitis|hanggang|mapapaso|paso|kutugaw|meyad|mead|miad|mayad|sesh hobe|shesh hobe|sesh hoy|khatam hogi|khatam hoga|samapti|samapt|vaidhta|sakine|sakincha|myad|myaad|intiha|intihaa|salahiya|salahiyat|kal ikuth|කල් ඉකුත්|වලංගු|අවසන්|கலாவதி|காலாவதி|செல்லுபடி|കാലാവധി|ചെല്ലുബാടി|గడువు|ਮਿਆਦ|મુદત|हावी|អស់សុពលភាព|ផុតកំណត់|หมดอายุ|သက်တမ်း|የሚያበቃበት|የሚያልቅበት|lasts|ایکسپائری|ایکسپائر|এক্সপায়ারি|এক্সপায়ার|एक्सपायरी|एक्सपाइरी|एक्सपायर|valable|valide|jusqua|jusquau|echeance|caduca|vence|vencimiento|sampai|s d|habis|kadaluarsa|kedaluwarsa|tamat|действит|годен|до|истекает|mwisho|inaisha|kwisha|hadi|amal qilish|tugash|valabil|সমাপ্তি|পর্যন্ত|বৈধতা|বৈধ|উত্তীর্ণ|तक|खत्म|ख़त्म|मान्य|मान्यता|सम्म|सकिन|बहाल|تک|سارية|ساري|سريان|صالح|صالحة|حتى|لغاية|hạn|hết hạn|berlaku|muddati|срок|validite|exprie|thru|expir|expiry|exp|valid|validity|till|until|upto|last day|lastday|last date|lastdate|last dt|end date|doe|d o e|अंतिम तिथि|अन्तिम मिति|अन्तिम तिथि|آخری تاریخ|ends|end|মেয়াদ|শেষ|समाप्त|समाप्ति|वैधता|वैध|अवधि|म्याद|सकिने|میعاد|معیاد|ختم|اختتام|تاریخ تنسیخ|انتهاء|انتها|صلاحية|تنتهي|ينتهي|نهاية".split(
    "|",
  ),
  ...inLanguages("end"),
];

/** Words that say that a column is about something else: a day on which something began, or what is no longer valid. */
export const otherWords: readonly string[] = [
  ..."cover|coverage|fm|frm|insurance|insurans|ins|insured|seguro|seguros|asigurare|asigurarea|ubezpieczenie|ubezpieczenia|polisa|страховка|страховки|медстраховка|страхування|sigorta|sigortası|asuransi|bảo hiểm|assurance|assicurazione|versicherung|bima|تأمين|التأمين|انشورنس|بیمہ|বীমা|বিমা|बीमा|රක්ෂණ|காப்பீடு|dep|vacation|exit|cpr cert|cpr certificate|appointment|scheduled|interview|nascimento|emissão|expedição|antigo|nașterii|nasterii|născut|eliberat|eliberării|eliberarii|emis|emiterii|vechi|urodzenia|wydania|wydany|wydane|stary|poprzedni|народження|видачі|виданий|старий|попередній|doğum|dogum|verilis|veriliş|eski|туған|берілген|туулган|берилген|таваллуд|додашуда|jonmo|purono|agher|janm|janam|purana|puranu|purano|jaari|jari|milad|isdar|qadeem|délivré|délivrée|delivre|delivree|emission|naissance|ancien|ancienne|terbit|diterbitkan|dikeluarkan|lahir|lama|выдан|выдачи|рождения|старый|kuzaliwa|imetolewa|kapanganakan|berilgan|tugilgan|nacimiento|emisión|expedición|anterior|bmet|emigration|sponsor|employer|company|block|fee|fees|re entry|reentry|quota|issue|issued|issuing|birth|dob|born|old|previous|prev|former|expired|cancelled|canceled|lost|received|submitted|applied|start|begin|from|জন্ম|ইস্যু|পুরাতন|পুরানো|পুরোনো|আগের|প্রদানের|जन्म|जारी|पुराना|पुराने|पुरानो|पिछला|पिछली|साबिक|پیدائش|اجراء|جاری|پرانا|سابقہ|الازدياد|ازدياد|الولادة|الميلاد|ميلاد|إصدار|اصدار|الإصدار|القديم|السابق|قديم".split(
    "|",
  ),
  ...inLanguages("otherDay"),
];

/** What papers are called in headings, beside the words of file names. */
export const paperWords: Partial<Record<DocumentKind, readonly string[]>> = {
  workPermit: [
    ..."w prmt|w permit|lab card|permis de trav|permis trav|permiso trab|autoriz trabalho|разр на работу|разр на раб|разр|ruxsatnoma|imta|كرت العمل|වැඩ බලපත්‍රය|sowp|s pass|plks|pas lawatan kerja|permit kerja|l card|owp|pgwp|permiso trabajo|gplđ|giấy phép lđ|permesso di lavoro|arbeitserlaubnis|kibali|work perm|work prmt|wrk prmt|wrk permit|work card|employment card|mol card|tasreeh|tasrih|permis munca|permis muncă|autorização de trabalho|разрешение|разрешения|дозвіл|дозвіл на роботу|дозволу на роботу|patent|патент|патента|permissão de trabalho|permiso laboral|autorización de trabajo|autorizacion de trabajo|zezwolenie|zezwolenie na pracę|zezwolenia na pracę|oświadczenie|çalışma izni|calisma izni|aviz de muncă|aviz de munca|permisului de muncă|giấy phép lao động|shram|work permt|permis travail|permis de travail|izin kerja|ijin kerja|разрешение на работу|kibali cha kazi|ishlash ruxsatnomasi|permiso de trabajo|permis de munca|ওয়ার্ক পারমিট|वर्कपरमिट|labour card|labor card|work pass|wp|w p|labour permit|employment permit|labour approval|employment pass|work authorization|work authorisation|بطاقة العمل|بطاقة عمل|श्रम|वर्क परमिट|कार्य परमिट|श्रम स्वीकृति|श्रम अनुमति|ورک پرمٹ|تصريح العمل|تصريح عمل|إذن العمل|إذن عمل|اذن العمل|اذن عمل|رخصة العمل|رخصة عمل|কাজের অনুমতি".split(
      "|",
    ),
    ...inLanguages("workPermit"),
  ],
  visaPaper: [
    ..."vdr|الفيزة|فيزة|විසා|visado|vsa|vsia|viisa|visaa|vesa|visar|ವೀಸಾ|визасы|tashira|tasheera|व्हिसा|વિઝા|vignette|visto|vistos|wiza|wizy|віза|візи|vize|vizesi|vizei|thị thực|වීසා|வீசா|விசா|വിസ|వీసా|ਵੀਜ਼ਾ|વિઝા|ဗီဇာ|ទិដ្ឋាការ|วีซ่า|ቪዛ|entry permit|trv|vissa|visas|calling|виза|визы|viza|visum|ভিজা|वीज़ा|वीजा|वीज़े|वीजे|भिसा|ویزا|ویزہ|ویزے|تأشيرة|التأشيرة|الفيزا|فيزا".split(
      "|",
    ),
    ...inLanguages("visaPaper"),
  ],
  medical: [
    ..."panel physician|eng1|médico|medico|lekarskie|медицина|мед справка|ksk|certif medical|الكشف|මෙඩිකල්|medi|ghc|khám sk|giấy khám|fișa medicală|fisa medicala|atestado médico|atestado medico|visita medica|health certificate|health cert|fit cert|fit certificate|perubatan|kesihatan|afya|zdolności do pracy|ärztliches attest|fit|vipimo|apto médico|apto medico|certificado médico|certificado medico|examen médico|exame médico|exame medico|aso|badania lekarskie|badań lekarskich|badania|orzeczenie|медогляд|медкнижка|мед книжка|медкомиссия|медосмотра|control medical|aviz medical|sağlık raporu|saglik raporu|khám sức khỏe|sức khỏe|වෛද්‍ය|மருத்துவ|മെഡിക്കൽ|మెడికల్|fomema|fit card|peme|medcl|mcu|medis|visite medical|examen medical|certificat medical|медосмотр|медицинский|медсправка|tibbiy|matibabu|medikal|ফিটনেস|মেডিকেল|মেডিক্যাল|মেডিকাল|মেডি|मेडि|गमका|میڈیکل فٹنس|اللياقة|الكشف الطبي|الفحص|medicale|visite medicale|kesehatan|med|meds|medicals|mdcl|gamca|wafid|ime|fitness|health check|স্বাস্থ্য পরীক্ষা|मेडिकल|स्वास्थ्य|चिकित्सा|میڈیکل|طبی معائنہ|طبي|الطبي|الفحص الطبي|اللياقة الطبية".split(
      "|",
    ),
    ...inLanguages("medical"),
  ],
  policeClearance: [
    ..."pol cert|pol clearance|pol clear|cid report|cid clearance|criminal background|rcmp|acro|fbi|antec|antec penales|cazierul|krk|несуд|об отсутствии судимости|отсутствии судимости|судимости|судимость|lý lịch tp|tabia njema|பொலிஸ்|cogc|co gc|récord policivo|record policivo|несудимость|sudlanmaganlik|lltp|certificato penale|carichi pendenti|crim check|criminal check|criminal record check|crc|führungszeugnis|antecedente|character reference|dci|antecedentes|antecedentes penales|antecedentes policiales|antecedentes criminais|récord policial|record policial|niekaralność|niekaralności|zaświadczenie o niekaralności|cazier|довідка про несудимість|несудимість|adli sicil|cheti cha polisi|hati ya polisi|polisi|lý lịch tư pháp|පොලිස්|போலீஸ்|pvc|character cert|character certificate|polis report|চারিত্রিক সনদ|चारित्रिक प्रमाणपत्र|चरित्र प्रमाणपत्र|चरित्र प्रमाण पत्र|السجل العدلي|سجل عدلي|صحيفة السوابق|pcc|p c c|casier|extrait de casier|certificate of good conduct|good conduct|criminal record|справка о несудимости|несудимости|sudlanmagan|sudlanganlik|পিসিসি|পি সি সি|पीसीसी|पी सी सी|pc|p c|पुलिस रिपोर्ट|چال چلن|پی سی سی|پیسیسی|کریکٹر سرٹیفکیٹ|صحيفة الحالة الجنائية|الحالة الجنائية|خلو سوابق|السوابق|فيش|الفيش|فيش وتشبيه|nbi|skck|bulletin|casier judiciaire|عدم المحكومية|عدم محكومية|interpol|good conduct|পুলিশ|حسن السلوك|पुलिस|प्रहरी|پولیس|حسن السيرة|السجل الجنائي|الشرطة".split(
      "|",
    ),
    ...inLanguages("policeClearance"),
  ],
  ticket: "tkt|tkts|billet|tiket|билет|tiketi|chipta|टिकट|टिकेट|ٹکٹ|تذكرة|التذكرة".split("|"),
  jobOffer:
    "عرض الوظيفة|آفر لیٹر|offre emploi|offre demploi|offer kerja|предложение о работе|ऑफर लेटर|नियुक्ति पत्र|عرض العمل|ملازمت".split(
      "|",
    ),
  lmia: "एलएमआईए|ایل ایم آئی اے".split("|"),
  application: "आवेदन|درخواست|الطلب|appl|appln|applicn|aplication".split("|"),
  visaApproval: "ipa|aip".split("|"),
  idCard: [
    ..."res card|res permit|res prmt|residence prmt|residency|residence|rp|qatar id|q id|hkid|hk id|trc|brp|brc|prc card|pr card|nie|tie|kitas|kitap|zairyu|zairyu card|ikamet|ikamet izni|karta pobytu|karty pobytu|pobytu|permis de ședere|permisului de ședere|ședere|sedere|carte de séjour|titre de séjour|séjour|sejour|permesso di soggiorno|soggiorno|aufenthaltstitel|aufenthaltserlaubnis|tarjeta de residencia|permiso de residencia|residencia|título de residência|cartão de residência|residência|thẻ cư trú|thẻ tạm trú|внж|рвп|вид на жительство|вида на жительство|карта побыту|карти побуту|карта побуту|посвідка|bataka|bitaka|akama|aqama|ইকামা|ইকামার|আকামা|আকামার|इकामा|अकामा|اقامہ|اقامه|eid|cpr|arc|rp card|resident card|residence card|resident permit|residence permit|ktp|smart card|nat id|aadhaar|এনআইডি|पहचान पत्र|आईडी कार्ड|آئی ڈی کارڈ|الرقم القومي|cnic|nic|cin|national id|national id card|identity card|ghana card|nid|شناختی کارڈ|البطاقة|البطاقة الوطنية|qid|iqama|emirates id|cpr card|civil id|البطاقة الشخصية|بطاقة شخصية|الهوية|هوية|الإقامة".split(
      "|",
    ),
    ...inLanguages("idCard"),
  ],
  fingerprint:
    "fp|फिंगरप्रिंट|فنگر پرنٹ|البصمات|البيومترية|আঙুলের ছাপ|bio|biometrie|biometrique|empreintes|biometrik|sidik jari|биометрия|отпечатки|বায়োমেট্রিক|বায়োমেট্রিক|ফিঙ্গারপ্রিন্ট|बायोमेट्रिक|बायोमैट्रिक|औंठाछाप|بائیومیٹرک|البصمة|بصمة".split(
      "|",
    ),
};
