export const uploadKey = "the key of the bench";

/** Sends one document to a server, as another program does. */
export async function upload(origin: string, document: Uint8Array): Promise<void> {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(document)]));
  const address = `${origin}/images?key=${encodeURIComponent(uploadKey)}`;
  const answer = await fetch(address, { method: "POST", body: form });
  if (answer.status !== 201) throw new Error(`an upload was answered with ${answer.status}`);
}
