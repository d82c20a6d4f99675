import { type UndoneAccount, undoAccount } from '@naughty-list/contracts/audit-log';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { asTyped, Form, TextField } from '../../../ui/field.tsx';
import { lastPeriod, PeriodFields, readPeriod, Tool } from '../parts.tsx';
import { adminApi } from '../session/admin-api.ts';
import { leftOut, refreshLists } from '../use-change.ts';
import { actions } from './operations.ts';

const DAY_MS = 86_400_000;

/** Undoes everything that an account did within a period, after a preview. */
export function UndoAccount() {
  const [input, setInput] = useState(() => ({ who: '', ...lastPeriod(DAY_MS) }));
  const [preview, setPreview] = useState<UndoneAccount>();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (dryRun: boolean) => {
      const [who, period] = [input.who.trim(), readPeriod(input)];
      if (who === '' || !period) throw new Error('Enter an account, and a start before the end');
      const body = { who, ...period, dryRun };
      const call = () => adminApi.call(undoAccount, { body });
      if (dryRun) return setPreview(await call());
      let result = await call();
      let { undone } = result;
      // Each call undoes a limited number.
      while (result.left > 0 && result.undone > 0) {
        result = await call();
        undone += result.undone;
      }
      const left = leftOut(result.notUndone, 'undone');
      showToast({
        title: `${formatWhole(undone)} undone`,
        ...(left && { description: left, variant: 'destructive' }),
      });
      setPreview(undefined);
      await refreshLists(queryClient);
    },
  });
  const run = (dryRun: boolean) => !isPending && mutate(dryRun);
  const change = (changes: Partial<typeof input>) => {
    setInput({ ...input, ...changes });
    setPreview(undefined);
    reset();
  };
  return (
    <Tool title="Undo everything an account did">
      <Form aria-label="Undo everything an account did" onSubmit={() => run(true)} className="grid gap-3">
        <div className="grid items-start gap-3 sm:grid-cols-3">
          <TextField
            label="Account"
            hint="The name shown in this log"
            error={error?.message}
            {...asTyped}
            value={input.who}
            onType={(text) => change({ who: text })}
          />
          <PeriodFields label="From" period={input} onChange={change} />
        </div>
        <Button look="outline" type="submit" aria-disabled={isPending} className="w-fit">
          Show what would be undone
        </Button>
      </Form>
      {preview && <Preview found={preview} isBusy={isPending} onUndo={() => run(false)} />}
    </Tool>
  );
}

function Preview({ found, isBusy, onUndo }: { found: UndoneAccount; isBusy: boolean; onUndo: () => void }) {
  const { counts, entries, left } = found;
  return (
    <section aria-label="What would be undone" className="grid gap-3">
      {counts.length === 0 && <p>Nothing this account did in this period can be undone.</p>}
      <ul className="figures grid gap-1">
        {counts.map(({ action, undoable, lasting }) => (
          <li key={action}>
            {actions[action].name} × <strong>{formatWhole(undoable + lasting)}</strong>
            {lasting > 0 &&
              (undoable > 0
                ? `, ${formatWhole(lasting)} of which can't be undone`
                : ", which can't be undone")}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <>
          <ol className="figures max-h-80 overflow-y-auto border-y border-parchment-400 py-2">
            {entries.map(({ id, action, subjectId, username }) => (
              <li key={id} className="wrap-anywhere">
                {actions[action].name} #{subjectId} @{username}
              </li>
            ))}
            {left > entries.length && <li>and {formatWhole(left - entries.length)} more</li>}
          </ol>
          <p>
            Statuses, lists, reporters' records and refused posts go back to what they were. Anything changed
            by others since then stays as it is.
          </p>
          <Button look="cranberry" aria-disabled={isBusy} onClick={onUndo} className="w-fit">
            {isBusy ? 'Undoing...' : `Undo ${formatWhole(left)}`}
          </Button>
        </>
      )}
    </section>
  );
}
