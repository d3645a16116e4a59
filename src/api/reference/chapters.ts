export const chapters: readonly { title: string; text: readonly string[] }[] = [
  {
    title: "Who asks",
    text: [
      "Look-ups need nobody to sign in. Everything else needs a key, which admins make under “Settings”, “API keys”, or a token: sign in and take one with `POST /jwt`, it lasts 15 minutes. Either is sent as `Authorization: Bearer …`.",
      "401 means: sign in. 403 means: this account may not.",
    ],
  },
  {
    title: "When something is wrong",
    text: [
      'Every failure is `{"error": {"id", "message", "fields"?}}`. `id` is for programs and stays; `message` is for people and may change; `fields` says what is wrong with which field.',
      "An address or a header that cannot be read at all is answered 400, one that is too long 431, without a body.",
    ],
  },
  {
    title: "Nothing twice, nothing lost",
    text: [
      "`POST /cofees` with an `Idempotency-Key` of your own adds one record, however often it is sent within 24 hours: the same answer comes again. The same key with another body is 422; while the first is being worked on, 409.",
      "A record comes with an `ETag`. Send it back as `If-Match` with a change: if somebody was quicker, nothing is changed and the answer is 412.",
    ],
  },
  {
    title: "When a look-up costs something",
    text: [
      "Who looks up many numbers in vain is answered 429. With a `challenge` in it: solve it and ask again with the header `Proof-Of-Work`, or wait for `wait.seconds` and ask again with `wait.ticket` in the header `Wait-Ticket`. Without one: come back after `Retry-After` seconds.",
    ],
  },
];
