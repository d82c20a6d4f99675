import { zodResolver } from '@hookform/resolvers/zod';
import { accountInUrl, normalizePostUrl, PostFormInput, PostUrl } from '@naughty-list/contracts/report-input';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isCorrect, makeCaptcha } from './captcha.ts';
import { forgetDraft, keepDraft, readDraft } from './post-draft.ts';
import type { PostFormFields, PostFormValues } from './post-form-input.ts';
import { createSubmissionKey } from './submission-key.ts';

const fieldsInOrder = ['twitterUrl', 'username', 'description', 'captcha'] as const;

type PostFormOptions<Answer> = {
  /** Storage key of the draft. */
  draftKey: string;
  /** Schema of the form; by default, that of a post or profile. */
  input?: typeof PostFormInput;
  /** The required author of the post; by default the link determines it. */
  account?: string;
  /** Whether the username has its own field; otherwise its errors are shown at the link. */
  showsUsername: (twitterUrl: string) => boolean;
  /** Message for a wrong or non-numeric captcha answer. */
  wrongAnswer: string;
  send: (
    post: Omit<PostFormValues, 'captcha'>,
    options: { headers: Record<string, string> },
  ) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onFailed: (error: unknown) => void;
};

/**
 * State and validation of a form about a post: draft, link normalisation, username, captcha, submission, and focus on
 * the first invalid field.
 */
export function usePostForm<Answer>(options: PostFormOptions<Answer>) {
  const { draftKey, input = PostFormInput, account, showsUsername } = options;
  const usernameFor = (twitterUrl: string, typed: string) => account ?? authorOf(twitterUrl, typed);
  const [captcha, setCaptcha] = useState(makeCaptcha);
  const [submission] = useState(createSubmissionKey);
  const fieldsFromDraft = (): PostFormFields => {
    const draft = readDraft(draftKey);
    return { ...draft, username: usernameFor(draft.twitterUrl, draft.username), captcha: '' };
  };
  const form = useForm<PostFormFields, undefined, PostFormValues>({
    resolver: zodResolver(input),
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
  // A username from one link does not apply to the next.
  const filledIn = useRef(accountInUrl(getValues('twitterUrl')));
  /** Derives the username from the link. */
  const readUsername = (twitterUrl: string, shouldValidate: boolean) => {
    const current = getValues('username');
    const typed = current === filledIn.current ? '' : current;
    filledIn.current = accountInUrl(twitterUrl);
    setValue('username', usernameFor(twitterUrl, typed), { shouldValidate });
  };
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
      sent = await options.send(post, { headers: submission.headersFor(post) });
      submission.settled();
    } catch (error) {
      submission.settled(error);
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
    const first = fieldsInOrder.find((name) => errors[name]) ?? 'twitterUrl';
    setFocus(first === 'username' && !showsUsername(getValues('twitterUrl')) ? 'twitterUrl' : first);
  });
  return { form, captcha, newCaptcha, readUsername, tidyUrl, submit };
}

/** The account of a possibly incomplete link; if the link is on X without an account, the typed name. */
function authorOf(twitterUrl: string, typed: string): string {
  return accountInUrl(twitterUrl) ?? (needsHandle(twitterUrl) ? typed : '');
}

/** Whether a link is on X but names no account. */
export function needsHandle(twitterUrl: string): boolean {
  const url = normalizePostUrl(twitterUrl);
  return PostUrl.safeParse(url).success && accountInUrl(url) === undefined;
}
