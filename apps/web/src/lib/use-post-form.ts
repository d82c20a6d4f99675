import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/client';
import { IDEMPOTENCY_KEY_HEADER } from '@naughty-list/contracts/idempotency';
import {
  accountInUrl,
  isPostOf,
  normalizePostUrl,
  PostFormInput,
} from '@naughty-list/contracts/report-input';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { forgetDraft, keepDraft, readDraft } from './post-draft.ts';

export type Captcha = { left: number; operator: '+' | '-' | '*'; right: number };

/** A new sum: 1-20 + 1-20, 10-29 - 1-10, or 1-10 * 1-10. `random` returns a number in [0, 1). */
export function makeCaptcha(random: () => number = Math.random): Captcha {
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const makers = [
    (): Captcha => ({ operator: '+', left: between(1, 20), right: between(1, 20) }),
    (): Captcha => ({ operator: '-', left: between(10, 29), right: between(1, 10) }),
    (): Captcha => ({ operator: '*', left: between(1, 10), right: between(1, 10) }),
  ];
  const maker = makers[between(0, makers.length - 1)] ?? makers[0];
  return maker ? maker() : { operator: '+', left: 1, right: 1 };
}

export function captchaAnswer({ left, operator, right }: Captcha): number {
  if (operator === '+') return left + right;
  return operator === '-' ? left - right : left * right;
}

/** Whether the typed text is the sum's answer; false unless it is a whole number. */
export function isCorrect(captcha: Captcha, typed: string): boolean {
  const text = typed.trim();
  return /^[+-]?\d+$/.test(text) && Number(text) === captchaAnswer(captcha);
}

export type PostFormFields = z.input<typeof PostFormInput>;
export type PostFormValues = z.output<typeof PostFormInput>;
export type PostForm = ReturnType<typeof usePostForm>;

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

const KEY_BYTES = 16;

/** Headers with an idempotency key: retries of a submission carry the same key, so that it is stored once. */
export function createSubmissionKey() {
  let last: { content: string; key: string } | undefined;
  return {
    headersFor(post: unknown): Record<string, string> {
      const content = JSON.stringify(post);
      if (last?.content !== content) last = { content, key: newKey() };
      return { [IDEMPOTENCY_KEY_HEADER]: last.key };
    },
    /** Call with the outcome. After no response or a 5xx, when the outcome is unknown, the next attempt reuses the key. */
    settled(error?: unknown): void {
      const isUnknown = error instanceof ApiCallError ? error.status === 0 || error.status >= 500 : error;
      if (!isUnknown) last = undefined;
    },
  };
}

/** `crypto.randomUUID` is unavailable without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
