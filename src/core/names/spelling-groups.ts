/**
 * Names whose usual spellings differ in more than sound shows. Folded; a slash ends a name, and its first spelling stands
 * for all.
 */
const groups: readonly string[] = `
abdul abd abdi abdur abdel abdal abder abdus abdush abdun abduz abdu abdol abdool / আব্দুল আবদুল আব্দুর আবদুর আব্দুস আবদুস আব্দুন আবদুন
santoso santosa / ercan erjan erdjan / erkan erkhan / sercan serjan / serkan serkhan / susanto soesanto susanta
md mohd muhd mohmd mhd moh muh mohammad muhammad mohammed mohamad muhamad muhammed mohammod muhammod mahammad mochamad mochammad mohamed mouhamed mohamud
mst mosammat mosammot mosamat mosammad musammat most
hussain hossain hossein hussein hosain hosen hossen husain husein houssein hussien houcine hosaain hoseyn huseyin
hasan hassan hasaan hassen hasn xasan khasan / ahmed ahmad ahamed ahammed ahmmed ahmet ahamad achmad akhmad ahmod ahmeed
rahman rehman rohman rahaman rahmaan rahmane rakhman rahmon raxmon rakhmon / uddin uddeen oddin udden eddine eddin aldin
akter akhter aktar akhtar akther aktara / khatun khatoon katun khatoun xotun / begum begam begom begun bagum / mia miah miya mian meah mea miyan
sheikh shaikh sk shaik sheik shekh shaykh sekh cheikh / syed sayed sayyid saiyed saiyad sayyed sayid / said saeed sayeed saied
haque haq hoque huq hak hauqe hok houque
chowdhury choudhury chaudhry chaudhary chaudhuri chowdhuri choudhary chaudhari chawdhury chaudry choudhry chowdury / islam isslam eslam islom
uzzaman zaman zzaman zamman / bibi beebi bebi / sarkar sarker sorkar sircar sorker / mondal mandal mondol mandol / molla mollah mulla mullah
talukdar talukder taluqdar / bhuiyan bhuiya bhuyan bhuyian bhuian / biswas bishwas viswas / howlader hawlader haoladar howladar
fatima fatema fathima fatimah fatma fateema fatimata phatema / aisha ayesha aysha aesha aisyah aicha ayisha aysa ayse aishah ayeesha oysha aysheh
khadija khadiza khodeja hadija khadeja khadijah hatice hadiza khatija xadicha kadija
rokeya ruqayya rukaiya rukayya rokea roqaiya ruqaiya rukia rokaya rokia
yusuf yousuf yousef youssef yusef yousof yusup yosef yusif usuf iusuf eusuf yusof iosif / ibrahim ebrahim ibraheem brahim ibrahem ibraham ibrohim
ismail esmail ismael ismayil ishmael ismoil ismaeel ismaiel / mustafa mostafa mustapha mostofa moustafa mustofa mostapha mustafo moustapha
mahmud mahmood mahmoud mehmood mohmud mahamud mahmod mehmud / omar umar omer umer oumar omor / osman usman uthman othman usmon ousmane
khalid khaled kaled halit / rashid rasheed rachid rosid roshid rashed rasid / rashida rasheeda rachida rosida roshida rasheda
salim selim saleem saleim solim / jamal jemal gamal djamel djamal cemal zamal / jamila gamila djamila jameela jamilla cemile
rafiq rofiq rafique rafik rofik rafeeq rofique / shafiq shofiq shafique safiq shafik shofik shafeeq safik chafik / kabir kobir kabeer
karim korim kareem kerim / rahim rohim raheem rahem / salma solma selma / maqbul mokbul makbul moqbul maqbool / delwar delowar dilwar delawar
haidar haider hayder hyder haydar / salahuddin salauddin salaheddine saladin salahudin / fuad fouad foad / rauf raouf rouf rawuf / hiba heba
rizwan rizvan ridwan ridwaan riswan redwan rezwan / monir munir moneer muneer mounir / monira munira muneera mounira
sohel suhel sohail suhail soheil / moin muin moeen moyeen / shahid shaheed sahid shohid chahid / zahid jahid zaheed jaheed / farid foreid fareed forid
anwar anowar anwer anower anouar anvar / sultana sultna soltana / nasrin nasreen nasrine / parvin parveen perveen parvine pervin porvin
hisham hicham hesham hishem / ashraf achraf asraf / bushra bouchra boushra / shaima chaima chaimae shaimaa chaymae chaymaa / walid oualid waleed
wafa ouafa ouafae wafae / jawad jaouad javad / amin ameen / yassin yassine yasin yaseen yasine / reda ridha rida rezha
zainab zeinab zaynab zineb jainab zainob zeynep joynob zenab zaineb / zahra zohra ezzahra zahraa
mariam maryam miriam meriem myriam mariyam maryem marium meryem moriom / omaima oumaima umaima / soukaina sukaina / mehdi mahdi mehedi mahedi mehadi
nurul noorul nurool / shahin shaheen sahin shahen / sumaiya sumaya sumayya soumaya sumaia sumaiyya somaya / shirin sirin shireen sheren
azizur ajijur azizor / mizanur mijanur mizanor / mehmet mehmed / lakshmi laxmi luxmi lakshmy lakshmee laksmi / krishna krisna krushna kishna krishnaa
krishnan krisnan / subramaniam subramanian subramanyam subrahmanyam subramaniyan / singh sing sinh / kaur kour cour kor / kumar kr kumer kumaar coomar
kumari kumaree / bahadur bdr bahadoor / chhetri chettri kshetri chhettri chetri / shrestha shresta srestha shreshtha / vikas bikas bikash vikash
swapan shapan shopon sopon swopon / tapan topon topan / sanjay sanjoy sonjoy sanjaya / vijay bijay bijoy vijoy wijay / ajay ajoy / uttam uttom
ratan roton rattan / mohan mohon / suman sumon shumon shuman / shiv shiva shiba shib / shyam sham syam shiam / ganesh gonesh / sharma sarma
verma varma / tiwari tewari tiwary / patel pattel / mathew mathews matthew / thomas tomas / joseph josef / philip phillip filip / perera pereira
wickramasinghe wickremasinghe wickramasingha wikramasinghe vikramasinghe / jayawardena jayawardene jayawardhana jayewardene jayawardana
dissanayake dissanayaka disanayake / rathnayake ratnayake ratnayaka rathnayaka / gunawardena gunawardene gunawardana gunawardhana / maria ma mariya
john jhon jon / bryan brayan brian bryann / jimena ximena / yesenia jesenia yessenia / stephen steven stefen / santa sta / santo sto
gonzalez gonzales gonsales gonsalez / rodriguez rodrigues / hernandez hernandes ernandez / vazquez vasquez vasques / jimenez gimenez ximenez
jaber gaber jabir gabir / sukarno soekarno / joko djoko / nguyen nguen nguyan / olena olenna
oleksandr aleksandr alexander olexandr alexandr oleksander aleksander olexander / oleksandra aleksandra alexandra olexandra
oleksii oleksiy alexey aleksey alexei aleksei olexiy olexii alexiy / serhii serhiy sergey sergii sergiy sergei serhij serguei
andrii andriy andrey andrei andrij / yuliia yulia julia iuliia yuliya iulia / yurii yuriy yuri iurii yury yurij
dmytro dmitry dmitriy dmitro dmitri dmytrii dmitrii / kateryna katerina ekaterina yekaterina / mykola nikolay nikolai mikola nykola
volodymyr vladimir volodimir volodymir / hanna ganna / tetiana tetyana tatiana tatyana tetjana
yevhen yevgen evgen evgeny yevheniy evgeniy evhen yevgeny ievgen yevhenii evgenii / mykhailo mykhaylo mikhail mihail mihailo mykhajlo mihajlo
nataliia natalia natalya nataliya natalja / ihor igor / iryna irina / viktoriia viktoria victoria viktoriya victoriia / sofiia sofia sophia sofiya
anastasiia anastasia anastasiya / pavlo pavel / petro petr / oksana oxana / yaroslav iaroslav jaroslav / zhanna janna
xurshid khorshed khurshed korshed khurshid hurshid khorshid kursheed khurshed / shahzod shakhzod shaxzod shahzad shehzad sahjad shajad
jahongir jakhongir djakhongir jahangir jahangeer zhakhongir / bobur babur babar / dilshod dilshad / sardor sardar / nodira nadira
farrux farrukh farruh farukh / otkir utkir / yoldosh yuldosh yuldash yoldash / qodir kedir kodir kadir qadir kader quader / gulnora gulnara
umid umed / ozodbek azadbek ozodbeck / tesfaye tesfay tesfaie / gebre gabre gebra / gebremariam gebremaryam gebrmariam / hailemariam hailemaryam
welde wolde woldu / mekonnen mekonen mokonnen makonnen / yohannes johannes yohanes yohanis / tsegaye segaye tsegay / tigist tigest tegest
biruk bruk birook / mihret meheret mehret / hiwot hiwet hewot / getachew getachaw / mulugeta mulugetta / njoroge njorogee
abdullah abdulla abdallah abdellah abdoullah abdulah abdula abdalla abdollah abdulloh abdillah
মোহাম্মদ মোহাম্মাদ মুহাম্মদ মুহাম্মাদ মুহম্মদ মো মোঃ মহাম্মদ / হোসেন হোসাইন হুসাইন হুসেইন হোছেন / আক্তার আখতার আকতার আখতর আক্তর
আহমেদ আহমদ আহম্মেদ আহাম্মেদ আহমাদ আহম্মদ / রহমান রহমন রাহমান / চৌধুরী চৌধুরি চোধুরী / মিয়া মিঞা মিঁয়া মিয়াঁ / ফাতেমা ফাতিমা ফাতেমাহ
আয়েশা আয়শা আইশা / খাদিজা খাদীজা খদিজা / মোস্তফা মুস্তফা মোস্তাফা মুস্তাফা / মাহমুদ মাহামুদ মেহমুদ / লক্ষ্মী লক্ষী লক্ষ্মি লক্ষি / মন্ডল মণ্ডল
मोहम्मद मुहम्मद मोहमद मो / लक्ष्मी लक्ष्मि लछमी / श्रेष्ठ श्रेष्ट / सिंह सिंग सिङ सिन्ह / олександр александр / олена елена / сергій сергей
дмитро дмитрий дмитрій / микола николай миколай / володимир владимир / катерина екатерина / тетяна татьяна татяна / олексій алексей олексии
андрій андрей / наталія наталья / юлія юля юлия / ірина ирина / михайло михаил / євген евгений евген євгеній
`
  .trim()
  .normalize("NFKC")
  .split(/ \/ |\n/);

const byWord: ReadonlyMap<string, string> = new Map(
  groups.flatMap((line) => {
    const [first = "", ...others] = line.split(" ");
    return [first, ...others].map((word) => [word, first] as const);
  }),
);

/** The spelling that stands for all of a name, if it is one with several. Family names with "-ov" follow the name in them. */
export function standardSpelling(word: string): string | undefined {
  const found = byWord.get(word);
  if (found !== undefined) return found;
  const [, name = "", ending] = /^([a-z]{4,})([oe]va?)$/.exec(word) ?? [];
  const inside = byWord.get(name);
  return inside !== undefined && ending !== undefined ? inside + ending : undefined;
}
