import { isOneSlip } from "./as-spelt.ts";
import type { headings } from "./headings.ts";
import { inLanguages, writesNoSpaces } from "./languages.ts";
import { once } from "../once-per.ts";

/** Headings in languages that the site does not speak, as agencies of the region write them, often above or below the English ones. */
export const foreignHeadings: Partial<Record<keyof typeof headings, readonly string[]>> = {
  passportNumber: [
    ..."raqam al jawaz|raqm al jawaz|jawaz no|jawaz safar|số hc|hc no|護照號碼|护照号码|旅券番号|여권번호|여권 번호|ගමන් බලපත්‍රය|ගමන් බලපත්‍ර|nambari ya pasi".split(
      "|",
    ),
    ..."no de pasaporte|pasaporte numero|numero de pasaporte|numero pasaporte|passaporte|no do passaporte|numero do passaporte|no passaporte|pasaport no|no pasaport|seria si no pasaport|seria pasaport|no paszportu|paszport|paszport no|seria i no paszportu|закордонний паспорт|паспорт no|no паспорта|закордонного паспорта no|паспорт нөмірі|төлқұжат нөмірі|рақами шиноснома|шиноснома|pasaport numarası|mã số hộ chiếu|hộ chiếu no".split(
      "|",
    ),
    ..."n passeport|numero de passeport|passeport|passeport no|no passeport|numero passeport|паспорт|паспорта no|номер паспорта|серия и номер паспорта|паспорт номер|паспорт рақами".split(
      "|",
    ),
    ..."no paspor|nomor paspor|paspor|no pasport|nombor pasport|nomor passport|pasaporte|pasaporte no|numero ng pasaporte|hati ya kusafiria".split(
      "|",
    ),
    ..."namba ya pasipoti|pasipoti|nambari ya pasipoti|pasport|pasport raqami|pasport nomeri|pasaport no|pasaport numarasi|số hộ chiếu|hộ chiếu|số passport".split(
      "|",
    ),
    ..."ፓስፖርት ቁጥር|የፓስፖርት ቁጥር|ፓስፖርት|විදේශ ගමන් බලපත්‍ර අංකය|ගමන් බලපත්‍ර අංකය|கடவுச்சீட்டு எண்|கடவுச்சீட்டு இலக்கம்|பாஸ்போர்ட் எண்".split(
      "|",
    ),
    ..."နိုင်ငံကူးလက်မှတ်အမှတ်|ပတ်စပို့နံပါတ်|ပတ်စပို့အမှတ်|លេខលិខិតឆ្លងដែន|លិខិតឆ្លងដែន|หมายเลขหนังสือเดินทาง|เลขที่หนังสือเดินทาง|หนังสือเดินทาง".split("|"),
    ...inLanguages("passportNumber"),
  ],
  name: [
    ..."colaborador|obrero|jornalero|nome trabalhador|numele complet|ishchi f i sh|ism familiyasi|işçi adı soyadı|jina la msichana|jina la mfanyikazi|தொழிலாளர் பெயர்|பணியாளர் பெயர்|house help|house help name|domestic help|khadama|khadima|shagala|care worker|care worker name|solicitante|nombre del solicitante|postulante|nombre del postulante|nome do candidato|nombre del aspirante|imię i nazwisko pracownika|imię i nazwisko cudzoziemca|pracownik|fio|họ tên lao động|họ tên người lao động|tên người lao động|họ tên học viên|nome e cognome|cognome e nome|nome cognome|cognome nome|vor und nachname|vorname nachname|name vorname|nachname vorname|nume angajat|numele angajatului|nama calon pekerja|姓名|氏名|성명|이름|al ism|ism kamil|al ism al kamil|ism al amil|majina|majina kamili|trabajador|trabalhador|muncitor|lucrator|працівник|работник|кандидат|isim soyisim|ad soyad|personel|tên lao động|họ tên lđ|ਪੂਰਾ ਨਾਮ|ism sharif".split(
      "|",
    ),
    ..."nombre completo|nombres y apellidos|apellidos y nombres|nombre y apellido|nombre y apellidos|nome completo|nome|nome do trabalhador|nume si prenume|numele si prenumele|nume prenume|nume complet|imie i nazwisko|nazwisko i imie|imie nazwisko|пиб|піб|прізвище та імя|прізвище імя|прізвище імя по батькові|ф и о работника|фамилия имя|фамилия и имя|имя фамилия|фамилия имя отчество|аты жөні|аты жөнү|ному насаб|ному насаби|familiyasi ismi|familiya ism|familiya va ism|ism va familiya|họ và tên lao động|adı soyadı|adı ve soyadı".split(
      "|",
    ),
    ..."nom|nom complet|nom et prenom|nom et prenoms|noms et prenoms|фио|ф и о|имя и фамилия|nama|nama lengkap|nama penuh|nama pekerja|pangalan|buong pangalan|jina|jina kamili|jina la mfanyakazi".split(
      "|",
    ),
    ..."ism familiya|f i sh|fish|toliq ismi|ism sharifi|ad soyad|adi soyadi|họ và tên|họ tên|ሙሉ ስም|ስም|සම්පූර්ණ නම|නම|முழு பெயர்|பெயர்|အမည်|ឈ្មោះ|ឈ្មោះពេញ|ชื่อ นามสกุล|ชื่อสกุล|ชื่อ".split(
      "|",
    ),
    ...inLanguages("name"),
  ],
  givenName: [
    ..."prenom|prenoms|имя|nombres|nombre de pila|prenume|prenumele|imie|imiona|primeiro nome|імя|nama depan|ismi|ism|tên|adi".split(
      "|",
    ),
    ...inLanguages("givenName"),
  ],
  middleName: [
    ..."отчество|sharifi|patronymic|tên đệm|chữ đệm|gitnang pangalan".split("|"),
    ...inLanguages("middleName"),
  ],
  surname: [
    ..."soyisim|apellido paterno|primer apellido|apellidos|apellido|sobrenome|nazwisko|прізвище|nom de famille|фамилия|familiya|familiyasi|apelyido|nama keluarga|nama belakang|soyadi|họ".split(
      "|",
    ),
    ...inLanguages("surname"),
  ],
  fatherName: [
    ..."son dau of|tatăl|அப்பா பெயர்|nombre de su padre|name des vaters|vater|vatersname|nome del padre|abbat sim|piyage nama|thaththage nama|thathage nama|thanthai peyar|thanthaiyin peyar|wldyt|valdiyat|appa|appa peyar|ism al ab|ism al walid|al ab|al walid|ibn|fils de|fils fille de|hijo de|filho de|yeabat sim|magaca aabaha|maqaa abbaa|sunan mahaifi|oruko baba|jina la baba mzazi|pangalan ng tatay|ngalan ng ama|nama orang tua ayah|bin binti|d o s o".split(
      "|",
    ),
    ..."nombre del padre|padre|nome do pai|pai|filiacao pai|numele tatalui|nume tata|tata|tatal|prenumele tatalui|imie ojca|ojciec|імя батька|батько|піб батька|пиб батька|имя отца|әкесінің аты|атасынын аты|номи падар|падар|babasinin adi|baba isim|baba adı".split(
      "|",
    ),
    ..."nom du pere|pere|отец|имя отца|фио отца|nama ayah|nama bapa|nama bapak|nama ayah kandung|nama bapak kandung|ayah|pangalan ng ama|jina la baba|baba|otasi|otasining fio|otasining ismi|baba adi|họ tên cha|họ tên bố|tên bố|bố|tên cha|cha".split(
      "|",
    ),
    ..."የአባት ስም|පියාගේ නම|தந்தை பெயர்|தந்தையின் பெயர்|အဖအမည်|အဘအမည်|ဖခင်အမည်|ឈ្មោះឪពុក|ชื่อบิดา|ชื่อพ่อ".split("|"),
    ...inLanguages("fatherName"),
  ],
  motherName: [
    ..."nome della madre|name der mutter|mutter|mawage nama|ammage nama|thayar peyar|thaai peyar|amma|amma peyar|ism al um|ism al umm|ism al walida|al um|yeenat sim|magaca hooyada|maqaa haadhaa|sunan mahaifiya|oruko iya|jina la mama mzazi|pangalan ng nanay|ngalan ng ina|nama orang tua ibu|nom de jeune fille de la mere|nazwisko panieńskie matki".split(
      "|",
    ),
    ..."nombre de la madre|madre|nome da mae|mae|filiacao mae|numele mamei|nume mama|prenumele mamei|imie matki|matka|імя матері|мати|піб матері|анасының аты|энесинин аты|номи модар|модар|anne adi|annesinin adi|anne|anne adı".split(
      "|",
    ),
    ..."nom de la mere|mere|мать|имя матери|фио матери|nama ibu|nama ibu kandung|nama emak|ibu|pangalan ng ina|ina|jina la mama|mama|onasi|ana adi|họ tên mẹ|tên mẹ|mẹ".split(
      "|",
    ),
    ..."የእናት ስም|මවගේ නම|தாய் பெயர்|தாயின் பெயர்|အမိအမည်|မိခင်အမည်|ឈ្មោះម្តាយ|ชื่อมารดา|ชื่อแม่".split("|"),
    ...inLanguages("motherName"),
  ],
  address: [
    ..."lugar de residencia|thường trú|domicilio particular|පදිංචිය|wohnort|residenza|doimiy manzili|alamat di negara asal|mahali anapoishi|makazi|makazi ya kudumu|adireshi|cinwaanka|teessoo|adrasha|al onwan|al unwan|onwan|unwan|ev adresi|memleket adresi|hộ khẩu|nơi ở|ਪਤਾ|ವಿಳಾಸ|വിലാസം|സ്ഥിരം വിലാസം|कायमचा पत्ता|住所|주소|地址|adres stały|adres stały|дарек|дареги|tirahan sa probinsya|address sa pinas|address sa probinsya|pura pata|poora pata|ghar ka pata|ghar ko thegana|sthayi basobas|basobas|mustaqil pata|നാട്ടിലെ വിലാസം|નિવાસ|નિવાસ સ્થાન".split(
      "|",
    ),
    ..."direccion|direccion domiciliaria|domicilio|direccion permanente|endereco|endereco completo|morada|adresa|adresa de domiciliu|adresa domiciliu|domiciliu|adres zamieszkania|adres zameldowania|miejsce zamieszkania|адреса|адреса прописки|адреса проживання|адреса реєстрації|місце проживання|адрес прописки|адрес регистрации|место жительства|место регистрации|прописка|домашний адрес|адрес места жительства|адрес по прописке|мекенжай|мекенжайы|дареги|суроға|суроғаи|yashash joyi|ikametgah|ikamet adresi|chỗ ở hiện nay|nơi đăng ký hộ khẩu".split(
      "|",
    ),
    ..."adresse|adresse complete|adresse permanente|адрес|адрес проживания|домашний адрес|alamat|alamat lengkap|alamat rumah|alamat ktp|alamat sesuai ktp|alamat asal|alamat tetap|tirahan|adres".split(
      "|",
    ),
    ..."anwani|anwani ya nyumbani|manzil|manzili|yashash manzili|doimiy manzil|quê quán|địa chỉ|địa chỉ thường trú|hộ khẩu thường trú|nơi thường trú|አድራሻ|ලිපිනය|ස්ථිර ලිපිනය".split(
      "|",
    ),
    ..."முகவரி|நிரந்தர முகவரி|နေရပ်လိပ်စာ|လိပ်စာ|အမြဲတမ်းနေရပ်လိပ်စာ|អាសយដ្ឋាន|អាសយដ្ឋានអចិន្ត្រៃយ៍|ที่อยู่|ที่อยู่ตามทะเบียนบ้าน".split("|"),
    ...inLanguages("address"),
  ],
  nationality: [
    ..."naționalitatea|cetățean|obywatel|fuqarolik|país de nacionalidad|natnl|nat cit|nationality code|vatandaşlık|nazionalità|nazionalita|cittadinanza|staatsangehörigkeit|jinsiyya|jinsiyyah|ntly|ntlty|nat lity|ජාතිය|தேசிய இனம்|நாட்டுரிமை|nacionalidade|nationalitate|cetatenie|cetatenia|obywatelstwo|narodowosc|громадянство|азаматтығы|жарандыгы|шаҳрвандӣ|uyruk|uyrugu|vatandaslik".split(
      "|",
    ),
    ..."nationalite|гражданство|национальность|kewarganegaraan|warganegara|kebangsaan|nasyonalidad|uraia|utaifa|fuqaroligi|millati|uyrugu|quốc tịch|ዜግነት|ජාතිකත්වය".split(
      "|",
    ),
    ..."தேசியம்|குடியுரிமை|နိုင်ငံသား|សញ្ជាតិ|สัญชาติ".split("|"),
    ...inLanguages("nationality"),
  ],
};

const ofNobody: readonly string[] = [
  ..."ghana card|ghana card no|ward of|passport doi|doi|d o i|date of issue|w o|c o|bank a c|iqama no|grandfathers name|grandfathers|no hp|nama suami|nom du mari|mari|keterangan|observations|cin|sl|s l|sl no|s n|sr|sr no|serial|serial no|ser no|s no|sno|si no|srl|seq|item no|row no|no ser|stt|no urut|bil|n o".split(
    "|",
  ),
  ..."ক্রমিক|ক্রমিক নং|ক্রম|ক্র নং|क्रम|क्रम संख्या|क्र सं|क्रमांक|क्रम सं|सि नं|شمار|نمبر شمار|سلسلہ نمبر|م|ر ت|الرقم التسلسلي|ت|مسلسل".split(
    "|",
  ),
  ..."phone|phone no|ph no|tp no|t p no|mob|mob no|cont no|mobile|mobile no|tel|tel no|telephone|telephone no|cell|cell no|cell phone|contact|contact no|contact details|whatsapp|whatsapp no|e mail|email|email address|e mail address|phone home|home phone|gsm|viber|imo|imo no|facebook".split(
    "|",
  ),
  ..."মোবাইল|মোবা|মোবা নং|মো নং|মোবাইল নম্বর|ফোন|ফোন নম্বর|যোগাযোগ|যোগাযোগ নম্বর|ইমেইল|मोबाइल|मो नं|मो सं|मोबाइल नंबर|फोन|फ़ोन|दूरभाष|संपर्क|सम्पर्क|सम्पर्क नं|मोबाइल नं|ईमेल|فون|فون نمبر|موبائل|موبائل نمبر|رابطہ|رابطہ نمبر|ای میل|الهاتف|رقم الهاتف|هاتف|الجوال|رقم الجوال|جوال|المحمول|رقم المحمول|الموبايل|البريد الإلكتروني|واتساب".split(
    "|",
  ),
  ..."sex|gender|m f|age|age years|religion|faith|caste|tribe|ethnicity|marital status|civil status|married|height|height cm|weight|weight kg|height weight|blood|blood group|children|no of children|education|qualification|qualifications|educational qualification|school|languages|language|english level|experience|years of experience|skills|skill".split(
    "|",
  ),
  ..."লিঙ্গ|বয়স|ধর্ম|রক্তের গ্রুপ|শিক্ষা|শিক্ষাগত যোগ্যতা|অভিজ্ঞতা|বৈবাহিক অবস্থা|लिंग|लिङ्ग|आयु|उम्र|उमेर|धर्म|जाति|शिक्षा|योग्यता|अनुभव|वैवाहिक स्थिति|रक्त समूह|جنس|صنف|عمر|مذہب|تعلیم|تجربہ|ازدواجی حیثیت|الجنس|النوع|العمر|السن|الديانة|المؤهل|المستوى الدراسي|الخبرة|الحالة الاجتماعية|الحالة العائلية|فصيلة الدم".split(
    "|",
  ),
  ..."occupation|profession|job|job title|job category|trade|position|position applied|post applied|category|designation|work|salary|basic salary|wage|wages|duties|working hours|contract|contract period|contract duration|shift|department|ecr|ecnr|ecr ecnr|ecr status".split(
    "|",
  ),
  ..."পেশা|পদ|পদবি কাজ|কাজ|কাজের ধরন|বেতন|পদের নাম|ট্রেড|पेशा|पद|व्यवसाय|काम|वेतन|तलब|तलब रु|ट्रेड|कामको किसिम|پیشہ|عہدہ|کام|تنخواہ|ٹریڈ|المهنة|الوظيفة|المسمى الوظيفي|الراتب|مدة العقد|نوع العمل|التخصص".split(
    "|",
  ),
  ..."employer|employer name|name of employer|company|company name|sponsor|sponsor name|kafeel|agent|agent name|sub agent|agency|agency name|broker|recruiter|principal|client company|factory|reference by|referred by|introducer|dalal|contact person|contact person phone|emergency contact|emergency contact no|emergency no|next of kin|nok|nominee|nominee name|relationship|relation|witness|guarantor".split(
    "|",
  ),
  ..."নিয়োগকর্তা|কোম্পানি|কোম্পানির নাম|এজেন্ট|এজেন্টের নাম|দালাল|প্রতিনিধি|জরুরি যোগাযোগ|সম্পর্ক|नियोक्ता|कंपनी|कम्पनी|कम्पनीको नाम|एजेंट|एजेन्ट|सम्बन्ध|संबंध|आपातकालीन संपर्क|آجر|کمپنی|ایجنٹ|ایجنٹ کا نام|رشتہ|ہنگامی رابطہ|صاحب العمل|الشركة|اسم الشركة|الكفيل|اسم الكفيل|الوكيل|صلة القرابة|جهة الاتصال|المكتب".split(
    "|",
  ),
  ..."remark|remarks|note|notes|comment|comments|status|current status|file status|process|stage|photo|photos|picture|image|signature|sign|thumb|checked|ok|done|y n|batch|batch no|group|group no|lot|lot no|course|class|class no|room|room no|bed no|code|emp code|employee code|employee no|employee id|staff id|candidate no|candidate id|candidate code|worker id|worker no|student id|student no|roll no|roll|reg no|registration no|reg id|folder no|ref by".split(
    "|",
  ),
  ..."মন্তব্য|অবস্থা মন্তব্য|বর্তমান অবস্থা|ছবি|স্বাক্ষর|ব্যাচ|টোকেন|टिप्पणी|टिप्पणियां|कैफियत|विवरण|फोटो|हस्ताक्षर|स्थिति|अवस्था|बैच|کیفیت|تبصرہ|نوٹ|حالت|تصویر|دستخط|ملاحظات|ملاحظة|الملاحظات|الحالة|الصورة|التوقيع|الدفعة".split(
    "|",
  ),
  ..."date|entry date|registration date|joining date|arrival date|departure date|departure|arrival|flight|flight no|flight date|flight details|airline|airlines|ticket|ticket no|pnr|pnr no|travel date|date of travel|deployment date|interview date|selection date|medical date|medical status|medical center|medical centre|medical result|test date|exam date|biometric date|vfs date".split(
    "|",
  ),
  ..."তারিখ|ফ্লাইট|ফ্লাইটের তারিখ|মেডিকেল পরীক্ষার তারিখ|মেডিকেল সেন্টার|दिनांक|तारीख|मिति|उड़ान तिथि|उड़ान|उडान मिति|تاریخ|پرواز|پرواز کی تاریخ|فلائٹ|التاريخ|تاريخ السفر|الرحلة|رقم الرحلة|تاريخ الوصول".split(
    "|",
  ),
  ..."country|destination|destination country|country of destination|deployment country|job country|work country|country of work|visa no|visa type|visa category|visa class|visa subclass|visa status|visa id|visa profession|work permit no|permit no|contract no|calling no|calling visa|hap id|lmia no|noc|noc code|oec|oec no|mofa no|okala no|wakala no|bmet|bmet no|slbfe no|slbfe reg no|lmis no|coc|coc no|coc cert no|quota no|lot visa|protector no|test date".split(
    "|",
  ),
  ..."দেশ|গন্তব্য|গন্তব্য দেশ|ভিসা নম্বর|ভিসার ধরন|ওয়ার্ক পারমিট নম্বর|देश|गंतव्य|गन्तव्य|गन्तव्य देश|वीज़ा संख्या|वीजा नंबर|भिसा नं|श्रम स्वीकृति नं|ملک|منزل|ویزا نمبر|ویزہ نمبر|ورک پرمٹ نمبر|الدولة|البلد|الوجهة|رقم التأشيرة|رقم الفيزا|نوع التأشيرة|رقم الإقامة|رقم تصريح العمل".split(
    "|",
  ),
  ..."nrc|nrc no|nid|nid no|national id|national id no|national identity|identity card|identity card no|id card|id card no|identity no|nic|nic no|cnic|cnic no|aadhaar|aadhar|aadhaar no|aadhar no|pan|pan no|nin|nin no|ktp|ktp no|nik|pinfl|inn|birth certificate|birth certificate no|birth reg no|citizenship no|driving license|driving licence|license no|licence no|voter id|sss no|philhealth|tin|tin no|bank|bank name|bank account|account no|iban".split(
    "|",
  ),
  ..."জাতীয় পরিচয়পত্র|জাতীয় পরিচয়পত্র নম্বর|এনআইডি|এনআইডি নম্বর|জন্ম নিবন্ধন|आधार|आधार सं|आधार संख्या|आधार नंबर|पहचान पत्र|नागरिकता नं|नागरिकता नम्बर|नागरिकता प्रमाणपत्र नं|राष्ट्रिय परिचयपत्र नं|شناختی کارڈ|شناختی کارڈ نمبر|قومی شناختی کارڈ نمبر|رقم البطاقة|رقم البطاقة الوطنية|البطاقة الوطنية|الرقم القومي|الرقم الوطني|رقم الهوية الوطنية|بطاقة التعريف".split(
    "|",
  ),
  ..."fee|fees|service charge|paid|amount|amount paid|advance|balance|due|total|total amount|payment|payment status|receipt|receipt no|invoice no|deposit|loan|ফি|টাকা|পরিশোধ|বাকি|জমা|शुल्क|भुगतान|बाकी|रकम|فیس|ادائیگی|بقایا|المبلغ|الرسوم|المدفوع".split(
    "|",
  ),
  ..."passport type|type|type of passport|passport country code|country code|nation code|issuing authority|authority|issuing country|passport status|passport location|passport with|passport copy|passport original|grand father|grand father name|grandfather|grandfather name|husband|husband name|spouse|spouse name|wife name|guardian|guardian name|nick name|nickname|alias|name with initials|initials|title".split(
    "|",
  ),
  ..."স্বামীর নাম|স্বামী|দাদার নাম|অভিভাবক|पति का नाम|पति|दादा का नाम|अभिभावक|हजुरबुबाको नाम|बाजेको नाम|पतिको नाम|श्रीमानको नाम|شوہر کا نام|شوہر|دادا کا نام|سرپرست|اسم الزوج|الزوج|اسم الجد|الجد|ولي الأمر".split(
    "|",
  ),
  ..."health card|health card no|health insurance no|bunkhouse|branch|training|training center|training centre|ttc|pdo|smart card|smart card no|manpower|manpower no|poea no|ifsc|intake|bed|camp|camp boss|accommodation|site|job site|worksite|project|adm no|admission no|demand no|demand|teer|rcic|retainer|dataflow|docs|documents|docs received|cv|bio data|biodata|agreement|insurance|insurance no|policy no|mother tongue|foreman|mentor|landlord|vessel|bus|job order|jo no|demand letter|req no|requisition|cr no|labour card no|resident card no|residence card no|qid|qid no|civil id|emirates id|uid|uid no|unified no|border no|wp no|shirt size|shoe size|uniform|size|ot|leave|vacation|overstay|fine|vaccine|vaccination|vaccinated|covid|yellow fever|cdc no|seaman book|seaman book no|sirb no|stcw|diploma|degree|university|cgpa|passing year|dependents|dependants|complexion|hobby|tele|ph|phn|pcc no|lmia no|mofa|stamping|stamped|visa stamped|okala|pc no|sss|pag ibig|pagibig|owner|owner name|mayor|chairman|consultant|case manager|handler|handled by|assigned to|processed by|follow up|next step|priority|source|lead source|campaign|referral|reporting date|joining|deployed|deployment|mobilization|mobilisation|allowance|food|accom|overtime|probation|notice|grade|level|rank|dept|unit name|team|gang|crew no|warehouse|crop|season|arrived|returned|left|absconded|active|inactive|verified|approved|rejected|refused|cancelled|remarks2|misc".split(
    "|",
  ),
  ..."মোট টাকা|টাকার পরিমাণ|অগ্রিম|রেফারেন্স|রেফা|শাখা|প্রশিক্ষণ|কোড|দক্ষতা|कोड|शाखा|तालिम|प्रशिक्षण|पेशगी|مہارت|برانچ|تربیت|رقم الإقامة|المؤسسة|اسم المؤسسة|التدريب|الفرع".split(
    "|",
  ),
];

/** Columns of agencies about something that no record has. Whoever adds one here says that it may be left out without a word. */
export const otherHeadings: readonly string[] = [...ofNobody, ...inLanguages("other")];

/** The same where each word says so. Of "ime poslodavca", the first is that for a name. */
export const headingsOfOthers: readonly string[] = [
  ...ofNobody,
  ...inLanguages("other").filter((phrase) => !phrase.includes(" ")),
];

/** People other than the candidate and the parents. A heading that names one beside a parent says neither: "Father / Husband". */
export const otherPersons =
  /\bg[\s./-]*f(?:ather)?\b|\bf\s*\/\s*h\b|husband|hus\b|\bw\/?o\b|\bin[ -]?law\b|spouse|wife|guardian|grand|brother|sister|agent|employ(?!ee|ment|e?é|e\u0301)|sponsor|nominee|emergenc|স্বামী|স্ত্রী|অভিভাবক|দাদা|এজেন্|প্রতিনিধি|নিয়োগ|पति|पत्नी|अभिभावक|दादा|हजुर|बाजे|श्रीमान|नियोक्ता|شوہر|بیوی|سرپرست|دادا|زوج|كفيل|وكيل|جد\b|ਪਤੀ|bhai|conjoint|\bmari\b|vợ|chồng|suami|\bistri\b|asawa|муж|жена/u;

/** Words for whom a name or an address in such a group of columns is. */
const someoneElse =
  /employ(?!ee|ment|e?é|e\u0301)|compan|\b(?:malik|seth|landlord|landlady|owner|mahram|mehram|partner|child|children|kids?|baby|dependents?|dependants?|sons?|daughters?|nephew|niece|cousin|fianc[eé]e?|friend|neighbou?r|roommate|host|hostess|family(?! name)|mayor|chairman|petitioner|co[ -]?(?:applicant|signer|worker)|second applicant|accompanying|insured|policy ?holder|boss|madam|referee|surety|investor|donor|imam|pastor|elder|attorney|interviewer|group leader|team lead(?:er)?|matron|patron(?!ym)|vendor|supplier|contractor|subcontractor|driving|driver[’']?s? licen[cs]e|licen[cs]e|brother|sister|uncle|lawyer|doctor|teacher|trainer|manager|supervisor|counsell?or|consultant|clerk|introducer|recruiter|heir|ahli waris|wali|pjtki|perusahaan|kantor|petugas|mume|wakala|mwajiri|mdhamini|conjoint|garant|amo)\b|agen|sponsor|kaf[ei]+l|guarant|emergenc|contact|nominee|referen|spouse|husband|wife|school|office|factor|\bn\.?o\.?k\b|next of kin|broker|relative|majikan|patron(?!ym)|pjtki|nom de la société|witness|dalal|নিয়োগ|কোম্পানি|এজেন্|প্রতিনিধি|দালাল|জরুরি|নমিনি|মালিক|কফিল|রেফারে|ভাইয়ের|প্রতিষ্ঠান|প্রশিক্ষক(?!ার)|स्वामी|नियोक्ता|रोजगारदाता|एजे[ंन]|कंपनी|नामिती|प्रायोजक|हकवाला|इच्छाइ|भाई का|मालिक|कम्पनी|آجر|کمپنی|ایجنٹ|کفیل|نامزد|بھائی|وكيل|مندوب|الأخ|(?<!\p{L})(?:ال)?ولي(?!\p{L})|وسيط|ضامن|مسوق|طوارئ|كفيل|صاحب العمل|شركة/u;

/** "Empoyer" and "gaurdian" are somebody else as well. */
const mistyped = "employer sponsor guardian guarantor nominee husband spouse company emergency".split(" ");
const isMistyped = (word: string) =>
  !mistyped.includes(word) && !word.startsWith("employe") && mistyped.some((meant) => isOneSlip(word, meant));

/** The same in all languages. A short word counts only as a whole: "eş" is no part of "eşya". */
const elsewhere = once(() => {
  const [joined, spaced] = [inLanguages("person").filter((word) => writesNoSpaces.test(word)), inLanguages("person")];
  const stems = spaced.map((word) => (word.length > 4 ? word : String.raw`${word}(?![\p{L}\p{M}])`));
  // The Arabic article may stand before a word.
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:\u0627\u0644)?(?:${stems.join("|")})|${joined.join("|")}`, "u");
});

/** True for a heading with a word for somebody who is neither the candidate nor of the family. */
export function namesAnother(heading: string): boolean {
  const text = heading.toLowerCase();
  // "İ" has become two signs.
  return (
    someoneElse.test(text) ||
    elsewhere().test(text.normalize("NFC").replaceAll("i\u0307", "i")) ||
    (text.match(/[a-z]{5,}/g) ?? []).some(isMistyped)
  );
}

/** True for a heading with a word for somebody other than the candidate and the parents. */
export const namesSomebodyElse = (heading: string): boolean =>
  namesAnother(heading) || otherPersons.test(heading.toLowerCase());

/** Words beside a passport number for the letters before its digits. */
export const seriesWords: readonly string[] =
  "series|serie|prefix|passport series|passport prefix|passport letter|passport letters|letter|letters|book letter|passport book letter|passport code|passport no prefix|passport series letter|serie passeport|seri|seriya|pasport seriyasi|серия|серия паспорта|সিরিজ|পাসপোর্ট সিরিজ|श्रृंखला|शृंखला|सिरिज|पासपोर्ट सीरीज|سیریز|پاسپورٹ سیریز|سلسلة|سلسلة الجواز|السلسلة".split(
    "|",
  );

/** These may be the person of a row, or somebody whom the table names besides: another column about the same thing counts more. */
export const roleWords: readonly string[] =
  "individual individuals beneficiary participant participants traveller travellers driver drivers crew crews nurse nurses caregiver caregivers".split(
    " ",
  );

/** The same, but a heading about their passport or address is asked for: staff may be that of the agency. */
export const callingWords: readonly string[] =
  "picker pickers carer carers hca trucker truckers joiner harvester harvesters househelp girl girls msichana intern interns deployee deployees nanny nannies psw traveler travelers seaman emp hire hires guard guards welder technician seaman mason carpenter electrician plumber cook cleaner operator member members recruit recruits staff tfw fw".split(
    " ",
  );

/** What the person of a row is called. Beside another word of a heading it changes nothing: "Labour's passport no". */
export const personWords: readonly string[] = [
  "pupil pupils scholar scholars bearer learner learners registrant registrants dw housemaid housemaids jobseeker candidates applicants workers employees cand candt cnd applnt wrkr lbr passanger passangers workman workmen pilgrim pilgrims aspirant aspirants intending selected hsw ofw dh fdh umeedwar umidwar prarthi prarthir kormi kormir jatri jatrir kamdar kamdarko labour labours labourer labourers laborers trainees students maids helpers seafarer seafarers passengers pax paxs emigrant emigrants migrant migrants jobseeker jobseekers",
  "প্রার্থী প্রার্থীর কর্মী কর্মীর শ্রমিক শ্রমিকের যাত্রী যাত্রীর আবেদনকারী আবেদনকারীর চাকরিপ্রার্থী চাকরিপ্রার্থীর প্রশিক্ষণার্থী প্রশিক্ষণার্থীর শিক্ষার্থী শিক্ষার্থীর ছাত্র ছাত্রের বিদেশগামী বিদেশগামীর বিদেশগমনেচ্ছু বিদেশগমনেচ্ছুর গমনেচ্ছু গমনেচ্ছুর ব্যক্তি ব্যক্তির চাকুরী চাকরি ক্যান্ডিডেট প্যাসেঞ্জার হজযাত্রী হজযাত্রীর",
  "लाभार्थी उम्मीदवार आवेदक अभ्यर्थी कामगार मज़दूर मजदूर श्रमिक यात्री कर्मचारी प्रशिक्षु छात्र उम्मेदवार कामदार निवेदक यात्रु प्रशिक्षार्थी प्रशिक्षणार्थी विद्यार्थी वर्कर कैंडिडेट कैन्डिडेट प्रार्थी व्यक्ति का के की को",
  "amidwar umidwar amidvar امیدوار درخواست گزار ملازم کارکن مسافر مزدور ورکر کا کے کی طالب علم سائل امیدواران دہندہ",
  "سائق منزلية عامل عاملة العمال عامله مرشح مرشحة متقدم متقدمة موظف موظفة مسافر متدرب متدربة طالب مهاجر مهاجرة مستفيد شغالة خادمة حامل حاملة",
  "lemploye lemployee lemployé lemployée salarié salariée соискателя соискатель คนงาน candidat candidate travailleur travailleuse employe salarie ouvrier cpmi pmi tki tkw pekerja migran calon mfanyakazi mtahiniwa работника кандидата nomzod xodim manggagawa aplikante peserta siswa mwombaji msafiri",
].flatMap((words) => words.split(" "));

/** Words that say that all of something is meant. */
export const wholeWords: readonly string[] =
  "legal ful fll fulll full complete entire complet lengkap পূর্ণ সম্পূর্ণ পুরো पूरा पुरा پورا مکمل كامل كاملا بالكامل كاملة رباعيا ثلاثيا".split(
    " ",
  );

/** Words for a passport, and words that its heading may have beside them, in any order. */
export const passportWords: readonly string[] = [
  ..."psp rahdani rahadani parpatra jawaz jawazat fasfo paasportii baasaboor baasaboorka pasipoti паспорти номери загран закорд закордонный 護照 护照 旅券 여권 พาสปอร์ต หนังสือเดินทาง ပတ်စ်ပို့ ပတ်စပို့ ಪಾಸ್‌ಪೋರ್ಟ್ ಪಾಸ್ಪೋರ್ಟ್ పాస్‌పోర్ట్ கடவுச்சீட்டு rahadani પાસપોર્ટ పాస్పోర్ట్ പാസ്പോർട്ട് passport passports pp ppt passpor passaporte passaportes paszport paszportu pasaportului pașaportului закордонного шиноснома хориҷӣ باسبورت باسبور பாஸ்போர்ட் පාස්පෝට් පාස්පෝර්ට් പാസ്പോർട്ട് ਪਾਸਪੋਰਟ passp psprt pspt pport passprt পাসপোট পাসর্পোট পাছপোর্ট पासपोट पासर्पोट پاسپوٹ جوازالسفر পাসপোর্ট পাসপোর্টের पासपोर्ट राहदानी पारपत्र پاسپورٹ جواز паспорт паспорта загранпаспорт загранпаспорта paspor pasport pasaporte pasaport pasipoti passeport passeports pasaportu pasapoti pașaport pasaportului".split(
    " ",
  ),
  ...inLanguages("passport"),
];
export const besidePassport: readonly string[] =
  "i int bio biometric biometrics sr info information renewed bd ph vigente заграничный серія та zagran xorijiy серияси నం kramank kramaank sonkha sankhya safar raqam raqm al lambar lakk na nambar nombor nang nro núm num blg number nr si și seria serie серия и закорд загран xorijiy අංකය ගුවන් ගමන් බලපත්‍ර நெம் నెం నంబర్ നം നമ്പർ ಸಂಖ್ಯೆ இல 號碼 号码 番号 번호 เลข เลขที่ worker maid pak ind ecowas ethiopian nepali bangladeshi indian pakistani ethiopian kenyan ugandan ghanaian nigerian philippine filipino indonesian egyptian jordanian sudanese yemeni moroccan machine readable series self own per record va seriyasi بيانات details data sri lankan lanka ghana क्रं क्रमांक क्र سفره سفرها intl smart e mrp book bk booklet new latest current valid international document details travel id electronic biometric numero num nomor nombor namba nambari hati raqami seriya seria numer номер нового действующий baru nouveau actuel valide bago mpya yangi वैध मान्य نیا ই এমআরপি বই বইয় বইয়ের নতুন বর্তমান বৈধ नया नयाँ नवीन वर्तमान पुस्तिका ई نیا موجودہ سفر السفر الجديد الحالي الصالح الساري بیوم وثيقة номер".split(
    " ",
  );

/** Words for a name, and those that its heading may have beside them, in any order. */
export const nameWords: readonly string[] =
  "nae namme namee naame neme ismi adı фио піб пиб фаа नाव નામ ਨਾਮ ਨਾਂ ಹೆಸರು നാമം പേര് பெயர் முழுப்பெயர் పేరు නම නාමය isim majina suna sunan oruko magaca maqaa 姓名 氏名 성명 이름 အမည် နာမည် ఇంటిపేరు name names naam nam nme nm nmae naem নাম नाम नामथर نام اسم nama nom noms jina pangalan ism имя nombre nume isim పేరు નામ பெயர் പേര് ਨਾਮ ਨਾਂ නම".split(
    " ",
  );
export const besideName: readonly string[] =
  "بالانجليزي بالإنجليزي بالعربي بالعربية ful fll fulll ko er kamdar kamdarko kaamdarko kaamdar karmir musafir ummedvaar umeedwar al amil kamil cikakke mulu do da del candidato candidata trabalhador trabalhadora trabajador trabajadora lucrător lucrator lucrătorului muncitorului працівника кандидата як в паспорті как в паспорте латиницей латиною personel çalışan lđ lao động người complete संपूर्ण पूर्ण પૂરું పూర్తి പൂർണ്ണ පූර්ණ සම්පූර්ණ සේවිකාවගේ අයදුම්කරුගේ පාස්පෝට් প্রবাসী প্রবাসীর গৃহকর্মীর गृहिणी कामगाराचे प्रमाणे पासपोर्ट بحار ممرضة ممرض سائق خادمة شغالة ka ki legal bn en eng bangla bengali hindi urdu arabic nepali appl full complete whole with surname family given first last middle initial mi m i mr mrs ms miss poora pura puro thar in caps capitals अनुसार उपनाम व বাংলা ইংরেজি বড় অক্ষরে অনুযায়ী পদবি পদবী حسب كما هو باللغة لغة عربي عربية انجليزي انجليزية إنجليزي إنجليزية شهرة لقب نسب والنسب والشهرة واللقب و lengkap penuh calon pekerja cpmi pmi tki tkw ktki complet candidat candidate travailleur ouvrier employe salarie kamili mfanyakazi mtahiniwa buong manggagawa aplikante polnoe полное работника кандидата nomzod xodim toliq completo trabajador complet muncitor مع لقب ولقب لقبه مرشحة عمالة شخص متدربة رباعي ثلاثي خماسي كامل بالكامل عامل عاملة متقدم مقدم طلب مرشح موظف مسافر طالب متدرب صاحب امیدوار درخواست گزار مکمل پورا کا کارکن مسافر ملازم पूरा पुरा का को थर उम्मीदवार उम्मेदवार आवेदक निवेदक अभ्यर्थी कामगार कामदार श्रमिक यात्री প্রার্থী প্রার্থীর পূর্ণ সম্পূর্ণ পুরো কর্মী কর্মীর আবেদনকারী আবেদনকারীর শ্রমিক যাত্রী যাত্রীর".split(
    " ",
  );

/** Words for a parent. Beside them a heading may have the words for a name, and these. */
export const besideParent: readonly string[] =
  "er name nome nombre prenume prenumele mzazi ngalan pangalan yake magaca maqaa f i sh фаа фио піб کا صاحبہ محترم jeune fille panieńskie nazwisko 1 2 ka ki ji legal client clients maiden et prenom prenoms de du la ਦਾ parent parents full kandung late real biological own mr mrs shri smt sri श्री श्रीमती स्व मृत জীবিত মৃত जी साहब صاحب صاحبہ محترم محترمہ كريم كريمة".split(
    " ",
  );
export const fatherWords: readonly string[] = [
  ..."fada fadas fth papá pai papa tată tata tatălui tatalui ojca ojciec батька батько әкесі әкесінің атасы атасынын падар otasi otasining ota babasının babası waalid walad waldiat walidi bap itay tatay uba mahaifi aabaha aabe abbaa yeabat abat abbu 父 父親 아버지 부친 บิดา พ่อ ဖခင် အဖ ឪពុក አባት የአባት தகப்பன் தந்தையார் ತಂದೆ ತಂದೆಯ वडील वडिलांचे पित्याचे પિતા পিতৃ আব্বা আব্বার पिताश्री पितृ باپ පියා පියාගේ තාත්තා තාත්තාගේ padre ਪਿਤਾ తండ్రి પિતાનું ឪពុក fthr daddys father fathers fathr fath fater fther ftr dad dads daddy pita pitar pitaji walid waldiyat walidyat baap bap babar babuko abbar abbur ولد bubako buwa buwako abba abbu tatay ayahnya জনক बाप ابو ابا பிதா தந்தை ਪਿਤਾ അച്ഛൻ പിതാവ് അച്ഛന്റെ പിതാവിന്റെ पि أبيه أبيها والدها वालिद पिताजी बाबा পিতা পিতার বাবা বাবার पिता बाबु बुबा बुवा والد أب اب ayah bapa bapak pere baba otasi otasining отец отца padre".split(
    " ",
  ),
  ...inLanguages("father"),
];
export const motherWords: readonly string[] = [
  ..."mth onasining ana mamá mãe mamă mama mamei matki matka матері мати модар анасы анасының апасы энеси энесинин ana anne annesi annesinin onasining onasi waalida walidah ammi nanay inay mahaifiya hooyo hooyada haadhaa yeenat enat 母 母親 어머니 모친 มารดา แม่ မိခင် အမိ ម្តាយ እናት የእናት தாயார் தாய் ತಾಯಿ ತಾಯಿಯ आई आईचे માતા মাতৃ আম্মা আম্মার मातृ माताश्री මව මවගේ අම්මා අම්මාගේ madre ਮਾਤਾ తల్లి માતાનું ម្តាយ mother mothers moth moter mther mthr mom mum mums moms mata matar mataji walida maa mayer aama amako aamako ammi nanay ammar ammur अम्मी امی அம்மா ਮਾਤਾ അമ്മ മാതാവ് അമ്മയുടെ മാതാവിന്റെ माता मा ماں والدته والدتها أمه أمها वालिदा माताजी মাতা মাতার মা মায়ের माता माँ मां आमा والدہ والدة أم ام ibu emak mere ina onasi мать матери madre".split(
    " ",
  ),
  ...inLanguages("mother"),
];

/** Words that a heading of the number at IRCC may have beside "IRCC" or "UCI", in any order. */
export const irccWords: readonly string[] = "ircc uci iuc cic আইআরসিসি ইউসিআই आईआरसीसी यूसीआई युसीआई".split(" ");
export const besideIrcc: readonly string[] =
  "عميل عميلك وزارة هجرة كندية الكندية canada demande dossier numero identifiant reference canadien canadienne permohonan nomor канада заявления application app applicant file ref reference case client id unique identifier at with for by لدى من في immigration permit study work visa আবেদন ফাইল आवेदन निवेदन फ़ाइल फाइल दरखास्त طلب ملف معاملة مرجع درخواست فائل کینیڈا كندا কানাডা कनाडा क्यानाडा".split(
    " ",
  );
