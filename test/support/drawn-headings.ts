/**
 * Headings as agencies write them: of the words in braces, each heading has one. Nothing is copied from the lists of the
 * program.
 */
export const headingPatterns = {
  passportNumber: [
    "{|New|Current|Valid|Intl.} {Passport|PP|P.P.|PPT|P/P|Pass-port|Passp.|PASSPORT} {No|No.|Number|#|Nos.|NUM}",
    "{No.|Number} of {passport|the passport|travel document}",
    "Passport {No|Number} {(new)|(as per book)|(9 digits)|*|:}",
    "{Candidate|Worker|Applicant|Employee|Maid|Trainee|Helper} {Passport No|passport number}",
    "{পাসপোর্ট|পাসপোর্টের|নতুন পাসপোর্ট|প্রার্থীর পাসপোর্ট|কর্মীর পাসপোর্ট} {নং|নম্বর|নাম্বার|নং.}",
    "{पासपोर्ट|नया पासपोर्ट|पासपोर्ट का|आवेदक का पासपोर्ट} {नं.|नंबर|संख्या|नम्बर|क्रमांक}",
    "{राहदानी|पासपोर्ट|कामदारको राहदानी|राहदानीको} {नं.|नम्बर}",
    "{پاسپورٹ|نیا پاسپورٹ|امیدوار کا پاسپورٹ|پاسپورٹ کا} {نمبر|نمبر۔}",
    "رقم {جواز السفر|الجواز|جواز العامل|جواز سفر العامل|جواز المرشح}",
    "{N°|No|Numéro} {de|du|} passeport {|du candidat|valide}",
    "{No.|Nomor|NO} {Paspor|Passport|PASPOR} {|CPMI|Baru|Pekerja}",
  ],
  name: [
    "{|Full} Name of {the |}{candidate|worker|applicant|employee|labour|trainee|maid|passenger|emigrant|nurse|seafarer|helper}",
    "{Candidate|Worker|Applicant|Employee|Labour|Trainee|Passenger|Pax|Emigrant|Nurse|Helper|Driver|Crew}{|'s|s} {Name|Full Name|NAME}",
    "{Name|Full name} {(as per passport)|as in passport|(in English)|in block letters|(Full)|in passport}",
    "{প্রার্থীর|কর্মীর|শ্রমিকের|যাত্রীর|আবেদনকারীর|পূর্ণ|সম্পূর্ণ|প্রশিক্ষণার্থীর|চাকরিপ্রার্থীর} নাম {|(ইংরেজিতে)|(পাসপোর্ট অনুযায়ী)}",
    "{उम्मीदवार|आवेदक|कामगार|अभ्यर्थी|मज़दूर|श्रमिक|यात्री|कर्मचारी} का {नाम|पूरा नाम}",
    "{उम्मेदवारको|कामदारको|आवेदकको|श्रमिकको|यात्रुको} {नाम|नाम थर|पूरा नाम|नाम, थर}",
    "{امیدوار|درخواست گزار|ملازم|کارکن|مسافر|مزدور|ورکر} کا {نام|پورا نام|مکمل نام}",
    "{اسم العامل|اسم المرشح|اسم المتقدم|الاسم الكامل للعامل|الاسم الكامل للمرشح|اسم صاحب الطلب}",
    "الاسم {الكامل|الرباعي|الثلاثي|كاملا|بالكامل|الكامل حسب الجواز|الرباعي كما في الجواز|رباعيا}",
    "Nom {et prénom|complet|et prénoms|du candidat|du travailleur}",
    "Nama {Lengkap|CPMI|Pekerja|Calon Pekerja|Lengkap Sesuai Paspor|TKI|Pekerja Migran}",
  ],
  fatherName: [
    "{Father|Father's|Fathers|FATHER|F/|F.} {Name|name|NAME}",
    "{Name of father|Father|S/O|D/O|S/o, D/o|Father Full Name|Name of the father|Fathers Name (late)|Father's name (as per NID)}",
    "{পিতার|বাবার|আব্বার|প্রার্থীর পিতার|পিতা/বাবার} নাম",
    "{पिता|पिताजी|वालिद|आवेदक के पिता} का नाम",
    "{बुबाको|बाबुको|पिताको|बुवाको} {नाम|नाम थर}",
    "{والد کا نام|والد صاحب کا نام|ولدیت|باپ کا نام|امیدوار کے والد کا نام}",
    "{اسم الأب|اسم الوالد|الأب|اسم والد العامل|اسم الأب كاملا}",
    "{Nom du père|Père|Nom complet du père|Nama Ayah|Nama Ayah Kandung|NAMA BAPAK}",
  ],
  motherName: [
    "{Mother|Mother's|Mothers|MOTHER|M/|M.} {Name|name|NAME}",
    "{Name of mother|Mother|Mother Full Name|Name of the mother|Mother's maiden name}",
    "{মাতার|মায়ের|আম্মার|প্রার্থীর মাতার} নাম",
    "{माता|माताजी|वालिदा|माँ|मां} का नाम",
    "{आमाको|माताको} {नाम|नाम थर}",
    "{والدہ کا نام|والدہ صاحبہ کا نام|ماں کا نام|والدہ محترمہ کا نام}",
    "{اسم الأم|اسم الوالدة|الأم|اسم والدة العامل|اسم الأم كاملا}",
    "{Nom de la mère|Mère|Nama Ibu|Nama Ibu Kandung|NAMA IBU}",
  ],
  address: [
    "{Permanent|Home|Full|Perm.|Permanent Home|Native|Residential|Village|Postal|Present} {Address|Add.|Addr.|ADDRESS}",
    "Address {(permanent)|as per passport|in Bangladesh|in India|in Nepal|in Pakistan|in Kenya|in Egypt|of candidate|(full)}",
    "{স্থায়ী|বাড়ির|পূর্ণ|গ্রামের|প্রার্থীর|নিজ} ঠিকানা",
    "{स्थायी|पूरा|घर का|निवास का|मूल} पता",
    "{स्थायी|घरको|पूरा|हालको} ठेगाना",
    "{مستقل|گھر کا|مکمل|پورا} {پتہ|ایڈریس}",
    "{العنوان|العنوان الدائم|عنوان السكن|العنوان الكامل|العنوان بالكامل|عنوان العامل|مكان السكن|محل السكن}",
    "{Adresse|Adresse complète|Adresse du domicile|Alamat|Alamat Lengkap|Alamat Asal|Alamat Sesuai KTP}",
  ],
  addressPart: [
    "{Village|Vill.|Vill|P.O.|P.S.|Dist.|District|Post Office|Thana|Upazila|Tehsil|Taluk|City|Town|Village/Town|Vill & PO|Dist./State|Name of village|Ward No.|Union|Union Council|Sub-county|Governorate|Municipality|Mandal|Post|PIN Code|Police Stn.}",
    "{গ্রাম|ডাকঘর|পোঃ|থানা|উপজেলা|জেলা|ইউনিয়ন|গ্রামের নাম|উপজেলা/থানা|পোস্ট অফিস}",
    "{ग्राम|गाँव|पोस्ट|थाना|तहसील|जिला|ज़िला|डाकघर|गाँव का नाम|ब्लॉक|जि.|मोहल्ला}",
    "{जिल्ला|गाउँपालिका|नगरपालिका|वडा नं.|गा.पा./न.पा.|टोल|पालिका|स्थायी जिल्ला}",
    "{گاؤں|ڈاکخانہ|تھانہ|تحصیل|ضلع|شہر|محلہ|گلی محلہ|ضلع / شہر}",
    "{المحافظة|المدينة|القرية|الحي|الشارع|المديرية|المدينة / القرية|محافظة السكن|اسم القرية}",
    "{Ville|Quartier|Code postal|Commune|Desa|Kecamatan|Kabupaten|Desa/Kelurahan|Kabupaten/Kota}",
  ],
  "lastDays.visaPaper": [
    "{Visa|VISA|E-Visa|Visa paper} {Expiry|Expiry Date|Exp|Exp.|Exp Dt.|Valid Till|Valid upto|Validity|Valid until|expires on|EXPIRY DT|exp. date|validity (dd/mm/yy)|Last Date}",
    "{Date of expiry of visa|Expiry of visa|Expiry date (visa)|Visa (expiry)|Visa - valid till}",
    "ভিসার {মেয়াদ|মেয়াদ শেষ|শেষ তারিখ|মেয়াদ উত্তীর্ণের তারিখ|শেষ দিন|মেয়াদ শেষের তারিখ}",
    "{वीज़ा|वीजा} {समाप्ति|की समाप्ति तिथि|वैधता|की अंतिम तिथि|खत्म होने की तारीख|की वैधता}",
    "भिसा {म्याद|को म्याद|समाप्ति मिति|म्याद सकिने मिति|सकिने मिति}",
    "{ویزا|ویزہ} {میعاد|کی میعاد|ختم ہونے کی تاریخ|کی آخری تاریخ|کی تاریخ اختتام|ایکسپائری}",
    "{تاريخ انتهاء التأشيرة|انتهاء التأشيرة|صلاحية التأشيرة|التأشيرة صالحة حتى|نهاية التأشيرة|تاريخ نهاية صلاحية التأشيرة|انتهاء الفيزا}",
    "{Expiration du visa|Visa valable jusqu'au|Fin de validité du visa|Date d'expiration du visa|Masa Berlaku Visa|Visa berlaku s/d|Visa berlaku sampai}",
  ],
  "lastDays.medical": [
    "{Medical|MEDICAL|Med.|GAMCA|Wafid|Fitness|Medical fitness} {Expiry|Exp|Exp.|Exp Date|Valid Till|Valid upto|Validity|expires|Expiry Dt.}",
    "মেডিকেলের {মেয়াদ|মেয়াদ শেষ|শেষ তারিখ}",
    "मेडिकल {समाप्ति|की वैधता|वैधता तिथि|की अंतिम तिथि}",
    "{मेडिकल|स्वास्थ्य परीक्षण} {म्याद|म्याद सकिने मिति}",
    "میڈیکل {کی میعاد|ختم ہونے کی تاریخ|کی آخری تاریخ|ایکسپائری}",
    "{انتهاء الفحص الطبي|صلاحية الفحص الطبي|تاريخ انتهاء الفحص الطبي|الفحص الطبي صالح حتى|انتهاء الكشف الطبي|انتهاء اللياقة الطبية}",
    "{Visite médicale valable jusqu'au|Expiration de la visite médicale|Masa Berlaku MCU|Masa berlaku medical|MCU berlaku s/d}",
  ],
  "lastDays.policeClearance": [
    "{PCC|Police Clearance|Police Cert.|P.C.C.|Good Conduct|Police report} {Expiry|Exp.|Valid till|Validity|Expiry Date}",
    "{পুলিশ ক্লিয়ারেন্সের মেয়াদ|পুলিশ ক্লিয়ারেন্স শেষ তারিখ|পুলিশ ক্লিয়ারেন্স মেয়াদ}",
    "{पुलिस क्लीयरेंस वैधता|पी.सी.सी. वैधता|पुलिस सत्यापन समाप्ति|पुलिस सर्टिफिकेट वैधता}",
    "{प्रहरी रिपोर्ट म्याद|प्रहरी क्लियरेन्स म्याद|चारित्रिक प्रमाणपत्र म्याद}",
    "{پولیس کلیئرنس کی میعاد|پولیس سرٹیفکیٹ ختم ہونے کی تاریخ|پولیس کلیئرنس کی آخری تاریخ}",
    "{انتهاء حسن السيرة|صلاحية حسن السيرة والسلوك|انتهاء صحيفة الحالة الجنائية|انتهاء عدم المحكومية|انتهاء السجل العدلي|صلاحية شهادة خلو السوابق}",
    "{Casier judiciaire valable jusqu'au|Expiration du casier judiciaire|Masa Berlaku SKCK|SKCK berlaku s/d}",
  ],
  "lastDays.workPermit": [
    "{Work Permit|WP|Labour card|Labour Permit|Work pass|W/P} {Expiry|Exp.|Valid till|Validity|Expiry Date}",
    "{ওয়ার্ক পারমিটের মেয়াদ|ওয়ার্ক পারমিট মেয়াদ শেষ}",
    "{वर्क परमिट समाप्ति|वर्क परमिट की वैधता|श्रम स्वीकृति म्याद|श्रम स्वीकृतिको म्याद}",
    "{ورک پرمٹ کی میعاد|ورک پرمٹ ختم ہونے کی تاریخ}",
    "{انتهاء تصريح العمل|صلاحية تصريح العمل|انتهاء رخصة العمل|تاريخ انتهاء تصريح العمل}",
    "{Permis de travail valable jusqu'au|Fin de validité du permis de travail|Masa Berlaku Izin Kerja}",
  ],
  irccNumber: [
    "{IRCC|UCI|IRCC Application|IRCC File|IRCC Ref.|UCI/IRCC|IRCC (UCI)} {No|No.|Number|#}",
    "{আইআরসিসি নম্বর|আইআরসিসি আবেদন নম্বর|ইউসিআই নম্বর|आईआरसीसी संख्या|आईआरसीसी आवेदन संख्या|यूसीआई नंबर|رقم IRCC|رقم طلب IRCC|رقم العميل UCI|N° IRCC|N° de dossier IRCC|IUC|Nomor IRCC}",
  ],
  nationality: [
    "{Nationality|Citizenship|NATIONALITY|Country of citizenship|জাতীয়তা|নাগরিকত্ব|राष्ट्रीयता|नागरिकता|राष्ट्रियता|قومیت|شہریت|الجنسية|جنسية العامل|Nationalité|Kewarganegaraan}",
  ],
} as const;

/** Headings of columns that no record has, and those that look like one of them. */
export const otherPatterns = [
  "{Old|Previous|Lost|Expired|Cancelled|Former} {Passport No|PP No.|passport number}",
  "{Passport|PP} {Issue|Issue Date|Expiry|Exp. Date|DOI|Place of Issue|Issued on|valid till|issuing authority}",
  "{Date of Birth|DOB|D.O.B.|Birth Date|Place of Birth|Date of issue|Issue Dt.|Age|Sex|Religion|Marital Status}",
  "{Sl|Sl.|S.No|Sr.|Sr No|S/N|#|No.|Serial|Sl. No.}",
  "{Employer|Company|Sponsor|Agent|Sub-agent|Kafeel|Agency|School|Witness|Nominee|Guarantor|Emergency contact} {Name|Address|Phone|No.}",
  "{Husband|Husband's|Spouse|Wife|Guardian|Grandfather|Grandfather's|Nominee's} Name",
  "{W/O|Husband / Guardian|C/O|Next of kin|Relation|Blood Group|Height|Weight|Trade|Position|Salary|Qualification|Experience}",
  "{Father|Father's|Mother|Mother's} {Occupation|Phone|Mobile|NID|Age|Passport No|Nationality}",
  "{Visa|Medical|PCC|WP|LMIA} {Issue Date|Date of issue|issued on|Status|applied on|No.|Received|Fee|Type}",
  "{Employer|Company|Sponsor|Agent} {licence|registration|CR|visa} {Expiry|Valid till}",
  "{Phone|Mobile|Mobile No.|Contact No.|WhatsApp|Cell|Tel.|Email|NID|NID No|CNIC|Aadhaar No.|National ID|Voter ID|Bank A/C|Remarks|Status|Agent|Country|Destination|Flight Date|Fee|Paid|Balance}",
  "{Iqama|Labour card|Visa|Work permit|LMIA|Contract|Ticket|Flight} {No|No.|Number}",
  "{জন্ম তারিখ|পুরাতন পাসপোর্ট নং|আগের পাসপোর্ট নং|পাসপোর্ট ইস্যুর তারিখ|পাসপোর্টের মেয়াদ|মোবাইল নং|এজেন্টের নাম|কোম্পানির নাম|স্বামীর নাম|দাদার নাম|জাতীয় পরিচয়পত্র নং|ভিসা ইস্যুর তারিখ|পেশা|মন্তব্য|ক্রমিক নং|নিয়োগকর্তার নাম|নিয়োগকর্তার ঠিকানা}",
  "{जन्म तिथि|पुराना पासपोर्ट नंबर|पासपोर्ट जारी तिथि|पासपोर्ट समाप्ति तिथि|मोबाइल नं.|एजेंट का नाम|कंपनी का नाम|पति का नाम|दादा का नाम|आधार नं.|पेशा|टिप्पणी|क्र.सं.|नियोक्ता का नाम|नियोक्ता का पता}",
  "{जन्म मिति|पुरानो राहदानी नं.|राहदानी जारी मिति|राहदानी म्याद|सम्पर्क नं.|एजेन्टको नाम|कम्पनीको नाम|श्रीमानको नाम|हजुरबुबाको नाम|नागरिकता नं.|कैफियत}",
  "{تاریخ پیدائش|پرانا پاسپورٹ نمبر|پاسپورٹ جاری ہونے کی تاریخ|پاسپورٹ کی میعاد|موبائل نمبر|ایجنٹ کا نام|کمپنی کا نام|شوہر کا نام|دادا کا نام|شناختی کارڈ نمبر|کیفیت|نمبر شمار|آجر کا نام}",
  "{تاريخ الميلاد|رقم الجواز القديم|تاريخ إصدار الجواز|تاريخ انتهاء الجواز|رقم الجوال|اسم الكفيل|اسم الشركة|اسم الزوج|اسم الجد|رقم الهوية|الرقم القومي|ملاحظات|م|اسم المكتب|عنوان الكفيل|رقم التأشيرة}",
  "{Date de naissance|Ancien passeport|Délivré le|Date de délivrance du passeport|Expiration du passeport|Téléphone|Nom de l'employeur|Adresse de l'employeur|CIN|Observations|Nom du mari}",
  "{Tempat Lahir|Tanggal Lahir|Paspor Lama|Masa Berlaku Paspor|Tanggal Terbit Paspor|No. HP|Nama Majikan|Alamat Majikan|Nama Suami|NIK|Keterangan|Nama PT|Nama Agen|Nama PJTKI}",
] as const;

/** Every heading of a pattern. */
export function headingsIn(pattern: string): string[] {
  const [all, before = "", choices = "", after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/su.exec(pattern) ?? [];
  if (all === undefined) return [pattern.replaceAll(/\s+/g, " ").trim()];
  return choices.split("|").flatMap((choice) => headingsIn(before + choice + after));
}
