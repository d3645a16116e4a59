// Publishes a record on an empty site and finds it as a visitor does: first-record.ts ORIGIN EMAIL PASSWORD
const [origin = "", email = "", password = ""] = process.argv.slice(2);
const passportNumber = "A12345678";
const record = {
  id: passportNumber,
  IRCC_Num: "I123456789",
  name: "Rahim Uddin",
  F_name: "Karim Uddin",
  M_name: "Amena Begum",
  Po_address: "12/A, Mirpur, Dhaka",
  nationality: "NEPAL",
};

async function ask(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(new URL(path, origin), { redirect: "manual", ...init });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const asJson = (body: object, headers = {}) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const signedIn = await ask("/api/auth/sign-in/email", asJson({ email, password }));
const Cookie = signedIn.headers
  .getSetCookie()
  .map((cookie) => cookie.split(";")[0])
  .join("; ");
await ask("/cofees", asJson(record, { Cookie }));
const answer = await ask("/", { method: "POST", body: new URLSearchParams({ number: passportNumber }) });
if (!(await answer.text()).includes(record.name))
  throw new Error("The record was published, but a visitor does not find it.");
console.log(`A visitor finds the first record at ${origin}.`);
