import { soundKeys } from "./sound.ts";

/**
 * Names whose usual spellings differ in more than sound shows. Folded; a slash ends a name, and its first spelling stands
 * for all. What sounds like one of them need not be here. Names that sound alike and are different people's stand apart.
 */
const groups: readonly string[] = `
abdul abd abdi abdur abdel abdal abder abdus abdush abdun abduz abdu abdol abdool / আব্দুল আবদুল আব্দুর আবদুর আব্দুস আবদুস আব্দুন আবদুন
santoso santosa / ercan erjan / erkan erkhan / sercan serjan / serkan serkhan / susanto susanta
md mohd muhd mohmd mhd moh muh mohammad muhammad mohammed mohamad muhamad muhammed mohammod muhammod mahammad mochamad mochammad mohamed mouhamed mohamud muhammet muchamad maxamed
mst mosammat mosammot mosammad musammat most / hussain hossain hosen hussien houcine / hasan hassen hasn xasan khasan
ahmed ahmad ahamed ahmet ahamad achmad akhmad ahmod ahmeed / rahman rehman rohman rahaman rakhman rahmon raxmon rakhmon
uddin udden eddine eddin aldin / akter aktar aktara / khatun xotun / begum begam begom begun bagum / mia mian meah
sheikh shaikh sk shaik sheik shekh shaykh sekh cheikh / syed sayed sayyid saiyed saiyad sayyed sayid / said sayeed saied
haque haq hoque huq hauqe houque / chowdhury ch chaudhry chaudhary chaudhuri choudhary choudhry / islam islom / uzzaman zaman / bibi bebi
sarkar sarker sorkar sircar sorker / mondal mandal mondol mandol / molla mulla / bhuiyan bhuiya bhuyan bhuyian / howlader hawlader haoladar howladar
fatima fatema fatma fatimata / aisha ayesha aisyah aicha aysa ayse ayeesha oysha aysheh / khadija khodeja hadija khadeja hatice khatija xadicha
rokeya ruqayya rokea rukia rokia / yusuf yousef yousof yusup yosef yusif usuf eusuf iosif / ibrahim brahim ibrahem ibraham ibrohim
ismail ismoil ismaiel / mustafa mostafa mostofa mustofa mustafo / mahmud mehmood mohmud mahamud mahmod / omar omer omor / osman uthman usmon
khalid khaled halit / sulaiman soliman solaiman sulaymon slimane / yahya yehia / isa eisa / yunus younes yunis / dawood daoud / idris driss
bilal belal / abubakar abubakr / abu abo / moneim monem munim / juma gomaa jomaa / doaa duaa / sadiq sadek sodiq / ghulam gholam gulom
farhad farhod farkhod farxod / susan suzan / faisal faizal / samuel samwel / hend hind / jafar jaafar jaffar jafor / zafar zafor / francis / frances
nelson / nilson / marcela / maricela / javed javaid jawed javid / huda hoda / mushtaq mostaq / shamsul samsul / shamim samim / shamima samima
siddiqui siddique siddiqi / khairul chairul khoirul choirul / alam alom / rashid rachid rosid roshid rashed rasid
rashida rachida rosida roshida rasheda / salim selim saleim solim / jamal jemal gamal djamel cemal / jamila gamila cemile / rafiq rofiq
shafiq shofiq safiq chafik / kabir kobir / karim korim kerim / rahim rohim rahem / salma solma selma / maqbul mokbul / delwar delowar dilwar delawar
haidar haider hyder / salahuddin salauddin salaheddine saladin / fuad foad / rauf rouf rawuf / hiba heba / rizwan rizvan ridwan riswan redwan rezwan
monir munir / monira munira / sohel suhel sohail suhail / moin muin moyeen / shahid sahid shohid chahid / farid foreid forid
anwar anowar anwer anower anvar / sultana sultna soltana / nasrin nasrine / parvin perveen parvine porvin / hisham hicham hesham hishem
ashraf achraf / bushra bouchra / shaima chaima chaimae / wafa ouafae / jawad jaouad javad / yassin yassine / reda ridha rezha
zainab zineb zainob zeynep joynob zenab zaineb / zahra zohra ezzahra / fatimazahra fatimaezzahra fatimazohra / tariq tarek
mariam miriam meriem maryem marium moriom / mehdi mahdi mehedi mahedi mehadi / shahin sahin shahen / sumaiya sumaiyya somaya / shirin sirin sheren
azizur azizor / mizanur mizanor / mehmet mehmed / lakshmi luxmi / krishna krushna kishna / subramaniam subramanian subrahmanyam / singh sing sinh
kaur kour cour kor / kumar kr kumer / bahadur bdr / chhetri kshetri / swapan shapan shopon swopon / tapan topon topan / sanjay sanjoy sonjoy sanjaya
vijay bijoy wijay / ajay ajoy / uttam uttom / ratan roton / mohan mohon / suman sumon shumon shuman / shiv shiva shib / shyam sham syam shiam
shankar sankar / shanti santi / ganesh gonesh / sharma sarma / verma varma / tiwari tewari / banerjee bandyopadhyay / mukherjee mukhopadhyay
chatterjee chattopadhyay / iyer aiyar ayyar / bishwakarma bk bishwokarma / khandaker khondokar khondaker khandker khondkar / mathew mathews
perera pereira / wickramasinghe vikramasinghe / maria ma / john jhon jon / bryan brayan brian / jimena ximena / yesenia jesenia / stephen steven
santa sta / santo sto / gonzalez gonsales / hernandez ernandez / vazquez vasquez / jimenez gimenez ximenez / jaber gaber jabir gabir gabr
nguyen nguen nguyan / oleksandr aleksandr alexander oleksander / oleksandra aleksandra / oleksii alexey alexei / serhii sergey sergii serhij serguei
andrii andrey andrij / yurii yurij / dmytro dmitry / kateryna ekaterina / mykola nikolay nykola / volodymyr vladimir / hanna ganna
tetiana tatiana tetjana / yevhen yevgen evgeny yevheniy ievgen / mykhailo mikhail mihail mihailo mykhajlo mihajlo / nataliia natalja / ihor igor
pavlo pavel / petro petr / yaroslav jaroslav / bohdan bogdan / oleh oleg / xurshid khorshed khurshed korshed khurshid hurshid khorshid kursheed
shahzod shakhzod shaxzod shahzad shehzad sahjad shajad / jahongir jakhongir jahangir / bobur babur babar / dilshod dilshad / sardor sardar
nodira nadira / farrux farrukh farruh / yoldosh yuldosh yuldash yoldash / qodir kedir kadir kader quader / gulnora gulnara / umid umed
ozodbek azadbek / tesfaye tesfaie / gebre gabre gebra / gebremariam gebrmariam / welde woldu / mekonnen mokonnen makonnen / yohannes johannes yohanis
tigist tigest tegest / biruk bruk / mihret meheret mehret / hiwot hiwet hewot / getachew getachaw / njoroge njorogee / bethlehem betelhem
emmanuel amanuel / tewodros teodros tedros / jane jayne / michael mikael mikhael mikail / ann anne / jacqueline jackline jacquline / wycliffe wycliff
thandar thanda / thidar thida / sandar sanda / zayar zeyar / nilar nila / nandar nanda / yadanar yadana / thuzar thuza
abdullah abdulla abdallah abdellah abdoullah abdulah abdula abdalla abdollah abdulloh abdillah
মোহাম্মদ মোহাম্মাদ মুহাম্মদ মুহাম্মাদ মুহম্মদ মো মহাম্মদ / হোসেন হোসাইন হুসাইন হুসেইন হোছেন / আক্তার আখতার আকতার আখতর আক্তর
আহমেদ আহমদ আহাম্মেদ আহমাদ / রহমান রহমন রাহমান / চৌধুরী চোধুরী / মিয়া মিঞা / ফাতেমা ফাতিমা ফাতেমাহ / আয়েশা আয়শা আইশা / খাদিজা খদিজা
মোস্তফা মুস্তফা মোস্তাফা মুস্তাফা / মাহমুদ মাহামুদ মেহমুদ / লক্ষ্মী লক্ষী / मोहम्मद मुहम्मद मोहमद मो / लक्ष्मी लछमी / श्रेष्ठ श्रेष्ट / सिंह सिंग सिङ
олександр александр / олена елена / сергій сергей / дмитро дмитрий / микола николай миколай / володимир владимир / катерина екатерина / тетяна татьяна
олексій алексей / андрій андрей / наталія наталья / юлія юля / михайло михаил / євген евгений
`
  .trim()
  .normalize("NFKC")
  .split(/ \/ |\n/);

const spellings = groups.flatMap((line) => {
  const [first = "", ...others] = line.split(" ");
  return [first, ...others].map((word) => [word, first] as const);
});
const byWord: ReadonlyMap<string, string> = new Map(spellings);

/** Without what sounds like several of them. */
const bySound: ReadonlyMap<string, string> = new Map(
  [...Map.groupBy(spellings, ([word]) => mainKey(word))].flatMap(([key, [one, ...others]]) =>
    one !== undefined && others.every(([, first]) => first === one[1]) ? [[key, one[1]]] : [],
  ),
);

function mainKey(word: string): string {
  return soundKeys(word)[0] ?? word;
}

export const isListed = (word: string): boolean => byWord.has(word);

/** The spelling that stands for all of a name, if it is one with several. Family names with "-ov" follow the name in them. */
export function standardSpelling(word: string): string | undefined {
  const found = byWord.get(word) ?? bySound.get(mainKey(word));
  if (found !== undefined) return found;
  const [, name = "", ending] = /^([a-z]{4,})([oe]va?)$/.exec(word) ?? [];
  const inside = byWord.get(name) ?? bySound.get(mainKey(name));
  return inside !== undefined && ending !== undefined ? inside + ending : undefined;
}
