import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { PostEdit } from '@naughty-list/contracts/report-input';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { createStore } from '../../../lib/store.ts';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { refreshLists } from '../use-change.ts';
import type { ReportList, ReportListRow } from './report-list.ts';

type EditOptions = {
  reportList: ReportList;
  row: ReportListRow;
  draft: Draft;
  onKeep: (draft: Draft) => void;
  onClose: () => void;
};

/**
 * Form state and validation of a row in edit mode; sends only changed fields. What another admin changes meanwhile is taken over, but
 * not into fields that were edited here: `theirs` has it.
 */
export function useEdit({ reportList, row, draft, onKeep, onClose }: EditOptions) {
  const queryClient = useQueryClient();
  const { description, twitterUrl, base } = draft;
  const form = useForm<Fields>({
    resolver: zodResolver(PostEdit),
    mode: 'onTouched',
    defaultValues: { description, twitterUrl },
  });
  const { subscribe, setError, getValues, setValue } = form;
  const { isSubmitting } = form.formState;
  const keep = useRef((_changes: Partial<Draft>) => {});
  keep.current = (changes) => onKeep({ ...draft, ...changes });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep.current(values) }),
    [subscribe],
  );
  const meetOther = useRef(() => {});
  meetOther.current = () => {
    const typed = getValues();
    const isTheirs = (name: keyof Fields) => row[name] !== base[name] && row[name] !== typed[name];
    const isTyped = (name: keyof Fields) => typed[name] !== base[name];
    const changed = fieldNames.filter(isTheirs);
    for (const name of changed.filter((each) => !isTyped(each))) setValue(name, row[name]);
    const theirs = Object.fromEntries(changed.filter(isTyped).map((name) => [name, row[name]]));
    keep.current({ ...getValues(), base: draftOf(row).base, theirs });
  };
  useEffect(() => {
    // The own change closes the editor.
    if (row.version !== base.version && !isSubmitting) meetOther.current();
  }, [row.version, base.version, isSubmitting]);
  const takeTheirs = (name: keyof Fields) => {
    setValue(name, draft.theirs?.[name] ?? '', { shouldValidate: true });
    keep.current({ ...getValues(), theirs: { ...draft.theirs, [name]: undefined } });
  };
  const save = async (typed: Fields) => {
    const changes = {
      ...(typed.description === base.description ? {} : { description: typed.description }),
      ...(typed.twitterUrl === base.twitterUrl ? {} : { twitterUrl: typed.twitterUrl }),
    };
    if (Object.keys(changes).length === 0) return onClose();
    try {
      await reportList.edit(row.id, { ...changes, version: base.version });
      await refreshLists(queryClient);
      onClose();
      showToast({ title: 'Saved', description: `Report about @${row.username} updated.` });
    } catch (error) {
      if (error instanceof ApiCallError && error.code === 'changed_meanwhile') {
        showFailure('Not saved', error.message);
        await refreshLists(queryClient);
        return;
      }
      // The server's error refers to the single changed field, or to a duplicate post.
      if (error instanceof ApiCallError && (error.status === 400 || error.status === 409))
        setError('description' in changes && error.status === 400 ? 'description' : 'twitterUrl', {
          message: error.message,
        });
      showFailure('Update failed', reportList.failures.edit);
    }
  };
  return { form, submit: form.handleSubmit(save), takeTheirs };
}

/** What an edit may change. */
type Fields = { description: string; twitterUrl: string };
const fieldNames = ['description', 'twitterUrl'] as const;

/** Unsaved input of a row in edit mode. */
export type Draft = Fields & {
  /** The row that was edited. */
  base: Fields & { version: number };
  /** What another admin wrote meanwhile into fields that were edited here too. */
  theirs?: Partial<Fields>;
};

export const draftOf = ({ description, twitterUrl, version }: ReportListRow): Draft => ({
  description,
  twitterUrl,
  base: { description, twitterUrl, version },
});

// Kept outside the rows, so that it survives a change of page or tab and the end of the session.
const drafts = createStore<{ [row: string]: Draft | undefined }>({});

/** The draft of a row; undefined while the row is not in edit mode. */
export function useDraft({ name }: ReportList, { id }: ReportListRow) {
  const key = `${name} ${id}`;
  return {
    draft: drafts.use()[key],
    keep: (draft: Draft) => drafts.set({ [key]: draft }),
    forget: () => drafts.set({ [key]: undefined }),
  };
}
