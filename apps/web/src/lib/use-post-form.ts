import { zodResolver } from '@hookform/resolvers/zod';
import {
  accountInUrl,
  isPostOf,
  normalizePostUrl,
  PostFormInput,
} from '@naughty-list/contracts/report-input';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { isCorrect, makeCaptcha } from './captcha.ts';
import { forgetDraft, keepDraft, readDraft } from './post-draft.ts';
import { createSubmissionKey } from './submission-key.ts';

export type PostFormFields = z.input<typeof PostFormInput>;
export type PostFormValues = z.output<typeof PostFormInput>;
export type PostForm = UseFormReturn<PostFormFields, undefined, PostFormValues>;

const fieldsInOrder = ['twitterUrl', 'username', 'description', 'alsoUsed', 'captcha'] as const;

type PostFormOptions<Answer> = {
  /** Storage key of the draft. */
  draftKey: string;
  /** Names of the post's author, the present one first; by default the link determines it. */
  names?: readonly [string, ...string[]];
  /** Whether the username has its own field; otherwise its errors are shown at the link. */
  showsUsername: boolean;
  /** Message for a wrong or non-numeric captcha answer. */
  wrongAnswer: string;
  send: (
    post: Omit<PostFormValues, 'captcha'>,
    options: { headers: Record<string, string> },
  ) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onFailed: (error: unknown, post: Omit<PostFormValues, 'captcha'>) => void;
};

/**
 * State and validation of a form about a post: draft, link normalisation, username, captcha, submission, and focus on
 * the first invalid field.
 */
export function usePostForm<Answer>(options: PostFormOptions<Answer>) {
  const { draftKey, names, showsUsername } = options;
  const usernameFor = (twitterUrl: string) =>
    names ? (names.find((name) => isPostOf(twitterUrl, name)) ?? names[0]) : (accountInUrl(twitterUrl) ?? '');
  const [captcha, setCaptcha] = useState(makeCaptcha);
  const [submission] = useState(createSubmissionKey);
  const fieldsFromDraft = (): PostFormFields => {
    const draft = readDraft(draftKey);
    return { ...draft, username: usernameFor(draft.twitterUrl), captcha: '' };
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
  /** Derives the username from the link. */
  const readUsername = (twitterUrl: string, shouldValidate: boolean) =>
    setValue('username', usernameFor(twitterUrl), { shouldValidate });
  const normalizeUrl = () => {
    const twitterUrl = normalizePostUrl(getValues('twitterUrl'));
    if (twitterUrl === '') return;
    setValue('twitterUrl', twitterUrl, { shouldValidate: true, shouldTouch: true });
    readUsername(twitterUrl, true);
  };
  const urlField = form.register('twitterUrl', {
    onChange: (event: { target: { value: string } }) => readUsername(event.target.value, false),
    onBlur: normalizeUrl,
  });

  const send = async ({ captcha: answer, ...post }: PostFormValues) => {
    if (!isCorrect(captcha, answer)) {
      newCaptcha();
      setError('captcha', { message: options.wrongAnswer });
      setFocus('captcha');
      return;
    }
    let sent: Answer;
    try {
      sent = await options.send(post, { headers: submission.headersFor(post) });
      submission.settled();
    } catch (error) {
      submission.settled(error);
      newCaptcha();
      options.onFailed(error, post);
      return;
    }
    forgetDraft(draftKey);
    reset(fieldsFromDraft());
    newCaptcha();
    options.onSent(sent);
  };
  const submit = form.handleSubmit(send, (errors) => {
    const first = fieldsInOrder.find((name) => errors[name]) ?? 'twitterUrl';
    setFocus(first === 'username' && !showsUsername ? 'twitterUrl' : first);
  });
  return { form, urlField, captcha, newCaptcha, submit };
}
