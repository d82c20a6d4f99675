import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { normalizePostUrl, usernameFromUrl } from '@naughty-list/contracts/report-input';
import { submitReport } from '@naughty-list/contracts/reports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../lib/api.ts';
import { refreshReports } from '../../lib/reports.ts';
import { showToast } from '../../lib/toasts.ts';
import { isCorrect, makeCaptcha, WRONG_ANSWER } from './captcha.ts';
import { keepDraft, readDraft } from './draft.ts';
import { type ReportFormFields, ReportFormInput, type ReportFormValues } from './report-form-input.ts';

/** In the order of the page; a username that is missing is missing in the link. */
const visibleFields = ['twitterUrl', 'description', 'captcha'] as const;

type ReportFormOptions = {
  /** The report is live. */
  onReported: () => void;
  /** The visitor wants to see who is listed already. */
  onSearch: (username: string) => void;
};

/** The form's state and rules: kept drafts, the name out of the address, the sum, sending, and what comes back. */
export function useReportForm({ onReported, onSearch }: ReportFormOptions) {
  const queryClient = useQueryClient();
  const [captcha, setCaptcha] = useState(makeCaptcha);
  const form = useForm<ReportFormFields, undefined, ReportFormValues>({
    resolver: zodResolver(ReportFormInput),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: fieldsFromDraft(),
  });
  const { setValue, setError, getValues, setFocus, reset, subscribe } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { twitterUrl, description } }) => keepDraft({ twitterUrl, description }),
      }),
    [subscribe],
  );
  const newCaptcha = () => {
    setCaptcha(makeCaptcha());
    setValue('captcha', '');
  };
  /** The address names who is reported. */
  const readUsername = (twitterUrl: string, shouldValidate: boolean) =>
    setValue('username', usernameFromUrl(twitterUrl) ?? '', { shouldValidate });
  const tidyUrl = () => {
    const twitterUrl = normalizePostUrl(getValues('twitterUrl'));
    if (twitterUrl === '') return;
    setValue('twitterUrl', twitterUrl, { shouldValidate: true, shouldTouch: true });
    readUsername(twitterUrl, true);
  };
  const send = async ({ captcha: answer, ...report }: ReportFormValues) => {
    if (!isCorrect(captcha, answer)) {
      newCaptcha();
      setError('captcha', { message: WRONG_ANSWER });
      setFocus('captcha');
      return;
    }
    try {
      await api.call(submitReport, { body: { ...report, scamCategory: 'other' } });
    } catch (error) {
      newCaptcha();
      tellFailure(error, onSearch);
      return;
    }
    keepDraft({ twitterUrl: '', description: '' });
    reset(fieldsFromDraft());
    newCaptcha();
    showToast({
      title: 'Report Submitted Successfully!',
      description: 'Thank you for helping make Web3 safer. Your report is now live on the naughty list.',
    });
    onReported();
    await refreshReports(queryClient);
  };
  const submit = form.handleSubmit(send, (errors) => {
    const first = visibleFields.find((name) => errors[name]);
    setFocus(first ?? 'twitterUrl');
  });
  return { form, captcha, newCaptcha, readUsername, tidyUrl, submit };
}

function fieldsFromDraft(): ReportFormFields {
  const draft = readDraft();
  return { ...draft, username: usernameFromUrl(draft.twitterUrl) ?? '', scamCategory: 'other', captcha: '' };
}

function tellFailure(error: unknown, onSearch: (username: string) => void): void {
  const existing = error instanceof ApiCallError && error.status === 409 ? error.existingUsername : undefined;
  if (error instanceof ApiCallError && existing) {
    showToast({
      title: 'Already on the Naughty List!',
      description: error.message,
      variant: 'destructive',
      action: {
        label: 'Click here to search for them',
        altText: `Search the Naughty List for ${existing}`,
        onSelect: () => onSearch(existing),
      },
    });
    return;
  }
  const message = error instanceof Error ? error.message : '';
  showToast({
    title: 'Submission Failed',
    description: message || 'Failed to submit report. Please try again.',
    variant: 'destructive',
  });
}
