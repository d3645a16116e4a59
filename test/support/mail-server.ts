import { once } from "node:events";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { localhostCertificate } from "./localhost-certificate.ts";
import { freePort } from "./processes/free-port.ts";

export type Mood =
  | "takes mails"
  | "knows nobody"
  | "refuses the sender"
  | "asks to come back"
  | "says nothing"
  | "stalls before the answer"
  | "hangs up in the middle of a mail";

export type TakenMail = { from: string; to: string[]; source: string; user: string | undefined; encrypted: boolean };

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A mail server on loopback that behaves as its `mood` requires. */
export class MailServer implements AsyncDisposable {
  mood: Mood = "takes mails";
  /** The mails that the server accepted. */
  readonly taken: TakenMail[] = [];
  /** The mails that the server received and did not answer. */
  readonly withoutAnswer: string[] = [];
  /** The number of connections, served or not. */
  visits = 0;
  readonly #options: SMTPServerOptions;
  readonly #sockets = new Set<Socket>();
  #server: SMTPServer | null = null;
  #port = 0;

  constructor(options: SMTPServerOptions = {}) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** Starts listening. After a stop, it uses the same port again, which nobody else has taken meanwhile. */
  async start(): Promise<this> {
    this.#server = new SMTPServer({
      ...localhostCertificate,
      disabledCommands: ["STARTTLS"],
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      ...this.#options,
      onConnect: (_session, done) => {
        if (this.mood !== "says nothing") done();
      },
      onAuth: ({ username, password }, _session, done) =>
        password === "right" ? done(null, { user: username }) : done(refusal(535, `no such user: ${username}`)),
      onMailFrom: (_address, _session, done) =>
        done(this.mood === "refuses the sender" ? refusal(553, "not your address") : null),
      onRcptTo: ({ address }, _session, done) => {
        if (this.mood === "knows nobody") done(refusal(550, `nobody has <${address}> here`));
        else if (this.mood === "asks to come back") done(refusal(450, `<${address}> is greylisted`));
        else done();
      },
      onData: (stream, session, done) => {
        if (this.mood === "hangs up in the middle of a mail") stream.once("data", () => this.#hangUp());
        void text(stream).then(
          (source) => this.#take(session, source, done),
          () => undefined,
        );
      },
    });
    // A client that disconnects in the middle of a mail is not a failure of the test.
    this.#server.on("error", () => undefined);
    this.#server.server.on("connection", (socket: Socket) => {
      this.visits += 1;
      this.#sockets.add(socket);
    });
    this.#port ||= await freePort();
    await once(this.#server.listen(this.#port, "127.0.0.1"), "listening");
    return this;
  }

  async stop(): Promise<void> {
    const closed = Promise.withResolvers<void>();
    if (this.#server) this.#server.close(() => closed.resolve());
    else closed.resolve();
    this.#hangUp();
    await closed.promise;
    this.#server = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  #take(session: SMTPServerSession, source: string, done: () => void): void {
    if (this.mood !== "takes mails") return void this.withoutAnswer.push(source);
    const { mailFrom, rcptTo } = session.envelope;
    this.taken.push({
      from: mailFrom ? mailFrom.address : "",
      to: rcptTo.map(({ address }) => address),
      source,
      user: session.user,
      encrypted: session.secure,
    });
    done();
  }
}
