import { zodResolver } from '@hookform/resolvers/zod';
import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { PostEdit } from '@naughty-list/contracts/report-input';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { showToast } from '../../../lib/toasts.ts';
import { refreshLists } from '../use-restore.ts';
import type { Desk, DeskRow } from './desk.ts';
import type { Draft } from './drafts.ts';

type EditOptions = {
  desk: Desk;
  row: DeskRow;
  draft: Draft;
  onKeep: (draft: Draft) => void;
  onClose: () => void;
};

/** Form state and validation of a row in edit mode; sends only changed fields. */
export function useEdit({ desk, row, draft, onKeep, onClose }: EditOptions) {
  const queryClient = useQueryClient();
  const form = useForm<Draft>({ resolver: zodResolver(PostEdit), mode: 'onTouched', defaultValues: draft });
  const { subscribe, setError } = form;
  const keep = useRef(onKeep);
  keep.current = onKeep;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep.current(values) }),
    [subscribe],
  );
  const save = async ({ description, twitterUrl }: Draft) => {
    const changes = {
      ...(description === row.description ? {} : { description }),
      ...(twitterUrl === row.twitterUrl ? {} : { twitterUrl }),
    };
    if (Object.keys(changes).length === 0) return onClose();
    try {
      await desk.edit(row.id, changes);
      await refreshLists(queryClient);
      onClose();
      showToast({ title: 'Saved', description: `Report about @${row.username} updated.` });
    } catch (error) {
      // The server's error refers to the single changed field, or to a duplicate post.
      if (error instanceof ApiCallError && (error.status === 400 || error.status === 409))
        setError('description' in changes && error.status === 400 ? 'description' : 'twitterUrl', {
          message: error.message,
        });
      showToast({ title: 'Update failed', description: desk.failures.edit, variant: 'destructive' });
    }
  };
  return { form, submit: form.handleSubmit(save) };
}
