import { ApiCallError } from '@naughty-list/api-client/client';
import { PostEdit } from '@naughty-list/contracts/report-input';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createStore } from '../../../lib/store.ts';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, TextArea, TextField } from '../../../ui/field.tsx';
import { DescriptionLength } from '../../../ui/post-fields.tsx';
import { refreshLists } from '../use-change.ts';
import type { ReportList, ReportListRow } from './report-list.ts';

const fields = ['description', 'twitterUrl'] as const;
type Field = (typeof fields)[number];
type Texts = { [name in Field]?: string | undefined };

/** Unsaved input of a row in edit mode: `base` has its texts when the editor opened, `typed` those that were changed. */
type Draft = { base: Texts; typed: Texts };

// Kept outside the rows, so that drafts survive a change of page or tab and the end of the session.
const drafts = createStore<{ [row: string]: Draft | undefined }>({});

/** The draft of a row; undefined while the row is not in edit mode. */
export function useDraft({ name }: ReportList, { id, description, twitterUrl }: ReportListRow) {
  const key = `${name} ${id}`;
  const keep = (draft: Draft | undefined) => drafts.set({ [key]: draft });
  return {
    draft: drafts.use()[key],
    keep,
    open: () => keep({ base: { description, twitterUrl }, typed: {} }),
  };
}

type RowEditorProps = {
  reportList: ReportList;
  row: ReportListRow;
  draft: Draft;
  onKeep: (draft: Draft) => void;
  onClose: () => void;
};

/**
 * Edits description and link in place; sends only changed fields. If the row changes meanwhile, an unchanged field
 * follows it, and a changed one shows the saved text below.
 */
export function RowEditor({ reportList, row, draft: { base, typed }, onKeep, onClose }: RowEditorProps) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState<readonly Field[]>([]);
  const [serverErrors, setServerErrors] = useState<Texts>({});
  const values = {
    description: typed.description ?? row.description,
    twitterUrl: typed.twitterUrl ?? row.twitterUrl,
  };
  const { data, error: invalid } = PostEdit.safeParse(values);
  const { mutate, isPending } = useMutation({
    mutationFn: async (changes: Texts) => {
      await reportList.edit(row.id, { ...changes, version: row.version });
      await refreshLists(queryClient);
      onClose();
      showToast({ title: 'Saved', description: `Report about @${row.username} updated.` });
    },
    onError: async (error, changes) => {
      if (error instanceof ApiCallError && error.code === 'changed_meanwhile') {
        showFailure('Not saved', error.message);
        return refreshLists(queryClient);
      }
      // The server's error refers to the single changed field, or to a duplicate post.
      if (error instanceof ApiCallError && [400, 409].includes(error.status)) {
        const isText = changes.description !== undefined && error.status === 400;
        setServerErrors({ [isText ? 'description' : 'twitterUrl']: error.message });
      }
      showFailure('Update failed', reportList.failures.edit);
    },
  });
  const save = () => {
    setTouched(fields);
    if (!data) {
      const wrong = form.current?.elements.namedItem(String(invalid.issues[0]?.path[0]));
      return wrong instanceof HTMLElement && wrong.focus();
    }
    const changed = fields.filter((name) => data[name] !== row[name]);
    if (changed.length === 0) return onClose();
    mutate(Object.fromEntries(changed.map((name) => [name, data[name]])));
  };
  const field = (name: Field) => ({
    name,
    value: values[name],
    error:
      serverErrors[name] ??
      (touched.includes(name) ? invalid?.issues.find(({ path }) => path[0] === name)?.message : undefined),
    onBlur: () => setTouched([...touched, name]),
    onType: (text: string) => {
      setServerErrors({ ...serverErrors, [name]: undefined });
      onKeep({ base, typed: { ...typed, [name]: text === row[name] ? undefined : text } });
    },
    'aria-required': true,
  });
  const conflictOf = (name: Field) =>
    typed[name] !== undefined &&
    row[name] !== base[name] && (
      <Conflict
        text={row[name]}
        onTake={() =>
          onKeep({ base: { ...base, [name]: row[name] }, typed: { ...typed, [name]: undefined } })
        }
      />
    );
  return (
    <Form ref={form} onSubmit={save} aria-label={`Edit @${row.username}`} className="grid gap-1">
      <TextArea
        label="Description"
        hint={<DescriptionLength typed={values.description} />}
        {...field('description')}
        rows={5}
      />
      {conflictOf('description')}
      <TextField
        label="Link to the post on X"
        {...field('twitterUrl')}
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      {conflictOf('twitterUrl')}
      <div className="flex flex-wrap gap-2">
        <Button look="gold" type="submit" isBusy={isPending}>
          {isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** The text that was saved meanwhile, with a button to adopt it. */
function Conflict({ text, onTake }: { text: string; onTake: () => void }) {
  return (
    <div
      role="status"
      className="mb-2 grid min-w-0 gap-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3"
    >
      <p className="font-bold">This has changed since you opened it. It now reads:</p>
      <p dir="auto" className="min-w-0 break-words whitespace-pre-line">
        {text}
      </p>
      <p className="text-ink-700">Your text is kept above; saving it replaces this one.</p>
      <Button look="outline" onClick={onTake} className="w-fit">
        Use this one
      </Button>
    </div>
  );
}
