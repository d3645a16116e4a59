import { useState } from "react";
import { Form, Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { shownForm } from "#design/form/form-result.ts";
import type { Failure } from "#design/form/failure.tsx";
import { KeepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { uploadBoxes, uploadProblem } from "../uploads/upload-view.tsx";
import { pages } from "../../pages.ts";
import { PostImageBox } from "./post-image-box.tsx";
import type { PostPlace, PostResult, ShownPost } from "./shown-post.ts";

type PostFormProps = {
  title: string;
  action: string;
  post: ShownPost;
  button: string;
  answer: PostResult | Failure | undefined;
};

/** A title, a text and two images. A form that came back is filled in anew, from what was sent. */
export function PostForm({ title, answer, post, ...props }: PostFormProps) {
  return (
    <KeepFormOnFailure answer={answer}>
      {(sent) => (
        <PageFrame title={title}>
          {/* The same answer once more leaves the form as it is, with a file that was chosen meanwhile. */}
          <PostFields key={JSON.stringify({ ...sent, at: 0 })} {...props} post={sent?.values ?? post} sent={sent} />
        </PageFrame>
      )}
    </KeepFormOnFailure>
  );
}

type PostFieldsProps = Omit<PostFormProps, "title" | "answer"> & { sent: PostResult | undefined };

function PostFields({ action, post, sent, button }: PostFieldsProps) {
  const [busy, setBusy] = useState<ReadonlySet<PostPlace>>(new Set());
  const { title, text, images, descriptions, version } = post;
  const filled = { title, text, "descriptions.0": descriptions[0], "descriptions.1": descriptions[1] };
  const { field, problem, problems } = shownForm(sent && { ...sent, values: {} }, names, { filled, own, ownFields });
  const imageBox = (place: PostPlace, label: string) => (
    <div className="grid content-start gap-3">
      <PostImageBox
        place={place}
        title={label}
        given={images[place]}
        problem={sent?.lost[place] ? uploadProblem(sent.lost[place]) : problems.get(`images.${place}`)}
        onBusy={(isBusy) => setBusy((before) => withPlace(before, place, isBusy))}
      />
      <Field
        isLarge
        {...field(`descriptions.${place}`)}
        name={`description.${place}`}
        label={place === 0 ? m.post_description_first() : m.post_description_second()}
        hint={m.post_description_hint()}
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
      {problem && <Alarm>{problem}</Alarm>}
      <input type="hidden" name="version" value={version} />
      <Field isLarge {...field("title")} label={m.post_title()} hint="" maxLength={150} autoComplete="off" />
      <Field {...field("text")} label={m.post_text()} hint={m.post_text_hint()} maxLength={10_000} rows={8} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{m.post_images()}</legend>
        <p className="text-quiet">{m.post_images_hint()}</p>
        <div className={uploadBoxes}>
          {imageBox(0, m.post_image_first())}
          {imageBox(1, m.post_image_second())}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button>{button}</Button>
        <Link to={pages.posts.path} className="inline-flex min-h-11 items-center px-2">
          {m.cancel()}
        </Link>
        <p role="status" className="text-quiet">
          {busy.size > 0 && m.post_wait()}
        </p>
      </div>
    </Form>
  );
}

const names = ["title", "text", "images.0", "descriptions.0", "images.1", "descriptions.1"];
const own = { stale: m.post_stale };
const image = { required: m.post_image_required, "foreign-image": m.upload_failed };
const ownFields = { "images.0": image, "images.1": image };

function withPlace(before: ReadonlySet<PostPlace>, place: PostPlace, isBusy: boolean): ReadonlySet<PostPlace> {
  const after = new Set(before);
  if (isBusy) after.add(place);
  else after.delete(place);
  return after;
}
