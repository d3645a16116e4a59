import { useId, useRef } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import type { Failure } from "#design/form/failure.tsx";
import { Field } from "#design/form/field.tsx";
import { type ShownField, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { PageDraft, type SavedForm, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { FileField } from "../uploads/file-field.tsx";
import { idOf, isUploading } from "../uploads/send-image.ts";
import { uploadBox, uploadBoxes, uploadProblem, UploadState, UploadThumb } from "../uploads/upload-view.tsx";
import { type Uploads, useUploads } from "../uploads/use-uploads.ts";
import type { PostPlace, PostResult, ShownPost } from "./shown-post.ts";

type PostFormProps = {
  title: string;
  action: string;
  post: ShownPost;
  button: string;
  draft: ShownPageDraft;
  answer: PostResult | Failure | undefined;
};

/** The form for a post. If it comes back, it is filled in again with the sent values. */
export const PostForm = ({ title, answer, post, ...props }: PostFormProps) => (
  <FormPage title={title} answer={answer}>
    {(sent) => (
      // The key leaves out `at`: a second, equal response keeps the form as it is, with a file chosen in between.
      <PostFields key={JSON.stringify({ ...sent, at: 0 })} {...props} post={sent?.values ?? post} sent={sent} />
    )}
  </FormPage>
);

type PostFieldsProps = Omit<PostFormProps, "title" | "answer"> & { sent: PostResult | undefined };

function PostFields({ action, post, draft, sent, button }: PostFieldsProps) {
  const { images, descriptions, version, ...words } = post;
  const saved = useRef<SavedForm>(null);
  const uploads = useUploads<PostPlace>({ documents: images, unsorted: [] }, async () => saved.current?.saveNow());
  const isWaiting = uploads.all.some(isUploading);
  const filled = { ...words, "descriptions.0": descriptions[0], "descriptions.1": descriptions[1] };
  const { field, problem, problems } = shownForm(sent && { ...sent, values: {} }, names, { filled, own, ownFields });
  const imagePart = (place: PostPlace) => {
    const lost = sent?.lost.find(({ kind }) => kind === place);
    const problemOfImage = lost ? uploadProblem(lost.problem) : problems.get(`images.${place}`);
    return { place, uploads, problem: problemOfImage, description: field(`descriptions.${place}`) };
  };
  return (
    <SendForm
      action={action}
      encType="multipart/form-data"
      className="grid max-w-2xl gap-5"
      onSubmit={(event) => isWaiting && event.preventDefault()}
      problem={problem}
      hidden={{ version }}
    >
      <PageDraft ref={saved} {...draft} cameBack={sent !== undefined} />
      <Field isLarge {...field("title")} label={m.post_title()} hint="" maxLength={150} autoComplete="off" />
      <Field {...field("text")} label={m.post_text()} hint={m.post_text_hint()} maxLength={10_000} rows={8} />
      <Field
        isLarge
        {...field("banglaTitle")}
        label={m.post_bangla_title()}
        hint={m.post_bangla_hint()}
        maxLength={150}
        autoComplete="off"
      />
      <Field {...field("banglaText")} label={m.post_bangla_text()} hint="" maxLength={10_000} rows={8} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{m.post_images()}</legend>
        <p className="text-quiet">{m.post_images_hint()}</p>
        <div className={uploadBoxes}>
          <ImagePart {...imagePart("0")} title={m.post_image_first()} label={m.post_description_first()} />
          <ImagePart {...imagePart("1")} title={m.post_image_second()} label={m.post_description_second()} />
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button>{button}</Button>
        <TextLink to={pages.posts.path} label={m.cancel()} className="px-2" />
        <p role="status" className="text-quiet">
          {isWaiting && m.post_wait()}
        </p>
      </div>
    </SendForm>
  );
}

const names = [
  "title",
  "text",
  "banglaTitle",
  "banglaText",
  "images.0",
  "descriptions.0",
  "images.1",
  "descriptions.1",
];
const own = { stale: m.post_stale, "not-found": m.flash_post_gone };
const image = { required: m.post_image_required, "foreign-image": m.upload_failed };
const ownFields = { "images.0": image, "images.1": image };

type ImageBoxProps = {
  place: PostPlace;
  uploads: Uploads<PostPlace>;
  title: string;
  /** The problem with the image, shown until another file is chosen. */
  problem: string | undefined;
};

type ImagePartProps = ImageBoxProps & { label: string; description: ShownField };

const ImagePart = ({ label, description, ...box }: ImagePartProps) => (
  <div className="grid content-start gap-3">
    <ImageBox {...box} />
    <Field
      isLarge
      {...description}
      name={`description.${box.place}`}
      label={label}
      hint={m.post_description_hint()}
      maxLength={200}
      autoComplete="off"
    />
  </div>
);

/** The place for one image. With scripts a file is sent as soon as it is chosen; without, the form sends it. */
function ImageBox({ place, uploads, title, problem }: ImageBoxProps) {
  const id = useId();
  const upload = uploads.of(place).at(-1);
  const shownProblem = upload?.file ? undefined : problem;
  const newId = upload && !upload.isStored ? idOf(upload) : null;
  return (
    <div data-upload="" className={uploadBox}>
      <UploadThumb upload={upload} />
      <div className="grid min-w-0 content-start gap-1">
        <p id={`${id}-title`} className="font-semibold">
          {title}
        </p>
        {upload && <UploadState upload={upload} title={title} onRetry={() => uploads.retry(upload)} />}
        {shownProblem && (
          <p id={`${id}-problem`} className="font-semibold text-alarm">
            {shownProblem}
          </p>
        )}
        <div>
          <FileField
            id={id}
            name={`file.${place}`}
            label={upload ? m.upload_replace() : m.upload_choose()}
            accept="image/jpeg,image/png,image/webp"
            aria-labelledby={`${id}-title`}
            aria-describedby={shownProblem ? `${id}-problem` : undefined}
            aria-invalid={shownProblem ? true : undefined}
            onFiles={(files) => uploads.add(files, place)}
          />
        </div>
        {newId && <input type="hidden" name={`image.${place}`} value={newId} />}
      </div>
    </div>
  );
}
