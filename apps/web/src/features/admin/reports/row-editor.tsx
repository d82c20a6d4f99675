import { DESCRIPTION_MAX_LENGTH } from '@naughty-list/contracts/report-input';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { useWatch } from 'react-hook-form';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import type { ReportList, ReportListRow } from './report-list.ts';
import { type Draft, useEdit } from './use-edit.ts';

type RowEditorProps = {
  reportList: ReportList;
  row: ReportListRow;
  draft: Draft;
  onKeep: (draft: Draft) => void;
  onClose: () => void;
};

/** Edits description and link in place. */
export function RowEditor({ reportList, row, draft, onKeep, onClose }: RowEditorProps) {
  const { form, submit, takeTheirs } = useEdit({ reportList, row, draft, onKeep, onClose });
  const { errors, isSubmitting } = form.formState;
  const description = useWatch({ control: form.control, name: 'description' });
  // Counted in code points, as in the contract.
  const length = [...description.trim()].length;
  return (
    <form onSubmit={submit} noValidate aria-label={`Edit @${row.username}`} className="grid gap-1">
      <TextArea
        label="Description"
        hint={
          <span
            className={classes('figures', length > DESCRIPTION_MAX_LENGTH && 'font-bold text-cranberry-700')}
          >
            {formatWhole(length)} of {formatWhole(DESCRIPTION_MAX_LENGTH)} characters
          </span>
        }
        error={errors.description?.message}
        {...form.register('description')}
        rows={5}
        aria-required="true"
      />
      <Theirs text={draft.theirs?.description} onTake={() => takeTheirs('description')} />
      <TextField
        label="Link to the post on X"
        error={errors.twitterUrl?.message}
        type="url"
        inputMode="url"
        {...form.register('twitterUrl')}
        autoComplete="off"
        aria-required="true"
      />
      <Theirs text={draft.theirs?.twitterUrl} onTake={() => takeTheirs('twitterUrl')} />
      <div className="flex flex-wrap gap-2">
        <Button look="gold" type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save'}
        </Button>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What another admin wrote into the field above meanwhile. */
function Theirs({ text, onTake }: { text: string | undefined; onTake: () => void }) {
  if (text === undefined) return null;
  return (
    <div
      role="status"
      className="mb-2 grid min-w-0 gap-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3"
    >
      <p className="font-bold">Another admin has changed this. It now reads:</p>
      <p dir="auto" className="min-w-0 break-words whitespace-pre-line">
        {text}
      </p>
      <p className="text-ink-700">Your text is kept above; saving it replaces theirs.</p>
      <Button look="outline" onClick={onTake} className="w-fit">
        Use theirs
      </Button>
    </div>
  );
}
