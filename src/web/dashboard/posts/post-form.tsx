import { useState } from "react";
import { Form, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { textProblem } from "#design/text-problem.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import type { SendUpload } from "../record-form/send-upload.ts";
import { uploadProblem } from "../record-form/upload-words.ts";
import { PostImageBox } from "./post-image-box.tsx";
import type { PostPlace, RefusedPost, ShownPost } from "./shown-post.ts";

type PostFormProps = {
  title: string;
  operatorName: string;
  action: string;
  back: string;
  post: ShownPost;
  refused: RefusedPost | undefined;
  button: string;
  send: SendUpload;
};

/** A title, a text and two images. A form that came back is filled in anew, from what was sent. */
export const PostForm = ({ title, operatorName, refused, post, ...props }: PostFormProps) => (
  <PageFrame title={title} operatorName={operatorName}>
    <PostFields key={JSON.stringify(refused ?? null)} {...props} post={refused?.post ?? post} refused={refused} />
  </PageFrame>
);

type PostFieldsProps = Omit<PostFormProps, "title" | "operatorName">;

function PostFields({ action, back, post, refused, button, send }: PostFieldsProps) {
  const [busy, setBusy] = useState<ReadonlySet<PostPlace>>(new Set());
  const { title, text, images, descriptions, version } = post;
  const firstWrong = (["title", "text"] as const).find((name) => refused?.fields[name]);
  const imageBox = (place: PostPlace, label: string) => (
    <div className="grid content-start gap-3">
      <PostImageBox
        place={place}
        title={label}
        given={images[place]}
        problem={imageProblem(refused, place)}
        send={send}
        onBusy={(isBusy) => setBusy((before) => withPlace(before, place, isBusy))}
      />
      <Field
        isLarge
        name={`description.${place}`}
        label={place === 0 ? m.post_description_first() : m.post_description_second()}
        hint={m.post_description_hint()}
        value={descriptions[place]}
        problem={textProblem(refused?.fields[`descriptions.${place}`])}
        maxLength={200}
        autoComplete="off"
      />
    </div>
  );
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      className="grid max-w-2xl gap-5"
      onSubmit={(event) => busy.size > 0 && event.preventDefault()}
    >
      {refused?.problem && <Alarm>{wholeProblems[refused.problem]()}</Alarm>}
      <input type="hidden" name="version" value={version} />
      <Field
        isLarge
        name="title"
        label={m.post_title()}
        hint=""
        value={title}
        problem={textProblem(refused?.fields["title"])}
        takesFocus={firstWrong === "title"}
        maxLength={150}
        autoComplete="off"
      />
      <Field
        name="text"
        label={m.post_text()}
        hint={m.post_text_hint()}
        value={text}
        problem={textProblem(refused?.fields["text"])}
        takesFocus={firstWrong === "text"}
        maxLength={10_000}
        rows={8}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{m.post_images()}</legend>
        <p className="text-quiet">{m.post_images_hint()}</p>
        <div className="scan-boxes">
          {imageBox(0, m.post_image_first())}
          {imageBox(1, m.post_image_second())}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button>{button}</Button>
        <Link to={back} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </Link>
        <p role="status" className="text-quiet">
          {busy.size > 0 && m.post_wait()}
        </p>
      </div>
    </Form>
  );
}

const wholeProblems = { stale: m.post_stale, gone: m.flash_post_gone, failed: m.flash_failed };

function withPlace(before: ReadonlySet<PostPlace>, place: PostPlace, isBusy: boolean): ReadonlySet<PostPlace> {
  const after = new Set(before);
  if (isBusy) after.add(place);
  else after.delete(place);
  return after;
}

function imageProblem(refused: RefusedPost | undefined, place: PostPlace): string | undefined {
  const lost = refused?.lost[place];
  if (lost) return uploadProblem(lost);
  const problem = refused?.fields[`images.${place}`];
  if (problem === "required") return m.post_image_required();
  return problem && uploadProblem(problem);
}
