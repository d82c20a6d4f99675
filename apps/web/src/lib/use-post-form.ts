import { zodResolver } from '@hookform/resolvers/zod';
import { normalizePostUrl, type PostInput } from '@naughty-list/contracts/report-input';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isCorrect, makeCaptcha } from './captcha.ts';
import { forgetDraft, keepDraft, readDraft } from './post-draft.ts';
import { type PostFormFields, PostFormInput, type PostFormValues } from './post-form-input.ts';

type PostFormOptions<Answer> = {
  /** Where the browser keeps what was typed. */
  draftKey: string;
  /** Fields that can take the focus, in the order of the page. */
  visibleFields: readonly (keyof PostFormFields)[];
  /** What is said after a wrong or non-numeric answer to the sum. */
  wrongAnswer: string;
  /** The username that belongs to an address, which may be half typed; `current` is the one before. */
  usernameFor: (twitterUrl: string, current: string) => string;
  send: (post: PostInput) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onFailed: (error: unknown) => void;
};

/**
 * State and rules of a form about a post: the kept draft, the address made whole and the name out of it, the sum,
 * sending, and the focus on what is missing.
 */
export function usePostForm<Answer>(options: PostFormOptions<Answer>) {
  const { draftKey, visibleFields, usernameFor } = options;
  const [captcha, setCaptcha] = useState(makeCaptcha);
  const fieldsFromDraft = (): PostFormFields => {
    const draft = readDraft(draftKey);
    return { ...draft, username: usernameFor(draft.twitterUrl, draft.username), captcha: '' };
  };
  const form = useForm<PostFormFields, undefined, PostFormValues>({
    resolver: zodResolver(PostFormInput),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: fieldsFromDraft(),
  });
  const { setValue, setError, getValues, setFocus, reset, subscribe } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(draftKey, values),
      }),
    [subscribe, draftKey],
  );
  const newCaptcha = () => {
    setCaptcha(makeCaptcha());
    setValue('captcha', '');
  };
  /** The address names whose post it is. */
  const readUsername = (twitterUrl: string, shouldValidate: boolean) =>
    setValue('username', usernameFor(twitterUrl, getValues('username')), { shouldValidate });
  const tidyUrl = () => {
    const twitterUrl = normalizePostUrl(getValues('twitterUrl'));
    if (twitterUrl === '') return;
    setValue('twitterUrl', twitterUrl, { shouldValidate: true, shouldTouch: true });
    readUsername(twitterUrl, true);
  };
  const send = async ({ captcha: answer, ...post }: PostFormValues) => {
    if (!isCorrect(captcha, answer)) {
      newCaptcha();
      setError('captcha', { message: options.wrongAnswer });
      setFocus('captcha');
      return;
    }
    let sent: Answer;
    try {
      sent = await options.send(post);
    } catch (error) {
      newCaptcha();
      options.onFailed(error);
      return;
    }
    forgetDraft(draftKey);
    reset(fieldsFromDraft());
    newCaptcha();
    options.onSent(sent);
  };
  const submit = form.handleSubmit(send, (errors) => {
    const first = visibleFields.find((name) => errors[name]);
    setFocus(first ?? 'twitterUrl');
  });
  return { form, captcha, newCaptcha, readUsername, tidyUrl, submit };
}
