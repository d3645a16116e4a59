/**
 * Words that so many people have in their names that knowing one says nothing. Folded, in any spelling: they are compared by
 * sound.
 */

const words = (...lines: string[]): string[] => lines.flatMap((line) => line.normalize("NFKC").split(" "));

/** Given names, too: they are one at the beginning of a name. */
export const alsoGiven: readonly string[] = words(
  "mohamed ahmed ali hasan hussain ibrahim mahmud mustafa sayed omar ismail yusuf khalil salah iqbal aslam kabir rana ram",
  "islam joseph thomas george mathew jacob philip parvin sultana jahan mary paul nur osman",
  "محمد احمد محمود مصطفي علي حسن حسين ابراهيم سيد عمر মাহমুদ কবির হাসান আলী ইসলাম",
);

export const surnames: readonly string[] = words(
  // Bangladesh
  "uddin rahman khan alam mia sarkar sarker haque chowdhury sheikh talukdar mondal molla biswas das roy begum khatun akter bibi nahar banu",
  "ara nessa nisa rani howlader bhuiyan sikder pramanik matubbar fakir gazi kazi dey saha ghosh dutta nath sen barua barman zaman syed bewa bhuiya",
  "উদ্দিন রহমান হোসেন হোসাইন আহমেদ আহমদ খান আলম মিয়া সরকার হক চৌধুরী শেখ বেগম খাতুন আক্তার আখতার পারভীন সুলতানা বিবি রানী দাস রায় বিশ্বাস মন্ডল মোল্লা তালুকদার আরা জাহান নাহার বানু হাওলাদার",
  // India: north, Gujarat, Punjab, south, Kerala
  "kumar singh kaur devi lal prasad sharma verma gupta yadav mishra pandey tiwari dubey thakur chauhan jha paswan sinha chand bai khatri",
  "patel shah mehta joshi desai rathod parmar solanki makwana vaghela sinh trivedi gill sidhu dhillon sandhu grewal brar",
  "agarwal bansal goyal jain garg arora kapoor khanna saxena srivastava tripathi dwivedi shukla rawat negi bisht meena rajput rathore pathak ojha",
  "patil jadhav pawar shinde kulkarni deshmukh gaikwad chavan kadam bhosale nayak sahoo mohanty panda behera bora gogoi kalita deka mandal",
  "rao reddy naidu nair menon pillai nambiar kurup varghese iyer iyengar gowda shetty raj krishnan",
  "कुमार सिंह देवी शर्मा यादव पटेल कौर लाल प्रसाद खान गुप्ता वर्मा मिश्रा",
  // Pakistan
  "malik butt akhtar qureshi siddiqui ansari hashmi mirza baig bhatti awan mughal خان شاه ملك بيبي بيگم خاتون",
  // Nepal
  "thapa magar gurung tamang rai limbu shrestha karki basnet khadka adhikari bhattarai chhetri bahadur kumari maya sherpa lama bishwakarma",
  "pariyar nepali tharu acharya poudel gautam dahal bista budha oli kc bk थापा तामाङ गुरुङ श्रेष्ठ राई मगर कुमारी माया बहादुर",
  // Sri Lanka
  "perera fernando silva bandara kumara dissanayake jayasinghe jayawardena gunawardena rajapaksa wickramasinghe senanayake ratnayake herath",
  "ekanayake mendis peiris dias gunasekara samarasinghe weerasinghe wijesinghe karunaratne",
  // The Philippines, Mexico, Colombia
  "santos reyes cruz bautista garcia mendoza flores gonzalez ramos lopez torres castillo villanueva aquino fernandez ramirez rivera castro",
  "rodriguez sanchez diaz perez hernandez martinez gomez morales vazquez vasquez jimenez gutierrez ruiz aguilar ortiz moreno romero alvarez chavez",
  "herrera medina vargas guzman rojas munoz suarez delacruz",
  // Indonesia
  "putra putri saputra sari pratama wijaya setiawan hidayat kurniawan santoso susanto nugroho lestari rahayu wibowo siregar nasution",
  // Morocco
  "alaoui idrissi amrani bennani tazi filali",
  // Kenya and Uganda
  "kamau mwangi njoroge kariuki maina otieno ochieng odhiambo omondi owino wanjiru wanjiku wambui njeri nyambura achieng atieno akinyi",
  "kiprotich cheruiyot korir mutua musyoka kimani karanja wafula okoth ouma onyango abdi okello mukasa opio akello musoke kato mugisha",
  // Turkey
  "yilmaz kaya demir celik sahin yildiz yildirim ozturk aydin ozdemir arslan dogan kilic aslan cetin kara koc kurt ozkan simsek",
  // Nigeria, Ethiopia
  "bello musa abubakar sani lawal okafor okeke eze okoro nwosu obi adeyemi adebayo balogun garba aliyu tesfaye bekele tadesse haile alemu",
  // China
  "wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo luo zheng liang xie song tang deng han feng cao peng zeng",
  "王 李 张 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗",
  // Ukraine
  "koval bondar melnyk moroz oliynyk мельник коваль бондар мороз олійник",
);

/** Names after the father. */
export const patronymic = /..(?:[oei]v[iy]ch|[oei]vna|[оеєі]вич|йович|[оеєії]вна)$/u;

/** Family names, by their endings: Ukraine, Uzbekistan. */
export const familyEnding =
  /..(?:[oe]va?|enko|chuk|[iy]uk|[dlnrtv]sk(?:a|yi|yy|iy|ii|y)|[оеєё]ва?|енко|чук|юк|[сц]ьк(?:а|ий))$/u;

/** In Vietnam the family name comes first, and who is meant last. */
export const vietnameseSurnames: ReadonlySet<string> = new Set(
  words(
    "nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh trinh doan luong truong dao lam ta",
  ),
);

/** Given names that so many have that one of them and a common family name are still many people. */
export const commonestGiven: readonly string[] = words(
  // Nepal, Arab countries, Turkey, Spanish
  "ram hari krishna sita gita mohamed ahmed mahmoud mostafa ali hassan ibrahim fatma mehmet mustafa ayse jose maria juan luis carlos ana pedro francisco antonio jesus miguel manuel guadalupe",
  // India, Sri Lanka
  "suresh ramesh rajesh anil sunil rahul amit sunita nimal saman kamal",
  // Vietnam, China
  "anh linh huong hoa lan mai minh hung dung tuan thanh nam long duc hai thuy nga wei fang min jing lei jun yan jie ying ping",
  // Myanmar: parts of many names
  "aung kyaw win tun htun oo soe zaw myint thein maung khin aye moe min lwin hla nyunt san tin than mya naing htwe su thant swe hlaing myo lin",
  "phyo thu zin mar nyein wai yu hnin ei thiri may htet zar nwe thida thandar sandar sein tint kyi ohn shwe nilar yin htay nu yee wah khaing hein zayar aint",
);

/** Given names beside which an initial is too little, because so many people have them. */
export const frequentGiven: ReadonlySet<string> = new Set(
  words(
    "anil suresh rajesh ramesh sunil murugan mani selvam lakshmi raja vijay rajan ravi arun senthil saraswathi priya manoj santhosh shaji",
    "john mary james joseph peter grace david paul daniel samuel george thomas michael jose maria juan luis carlos ana nimal kamal",
  ),
);

/** Words between the first and the last that many leave out. */
export const fillers: ReadonlySet<string> = new Set(
  words(
    "kumar bahadur prasad lal singh kumari chandra devi nath maya ram raj begum sheikh syed malik mirza rana chowdhury",
  ),
);

/** Often left out before a second given name. */
export const oftenLeftOut: ReadonlySet<string> = new Set(words("maria jose siti nur fathima"));
