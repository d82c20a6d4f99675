import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { refreshLists, useRestore } from '../use-restore.ts';
import { counted, type Desk } from './desk.ts';

/** Long enough to read what was deleted, and to have second thoughts. */
const UNDO_MS = 20_000;

/** Says how many are gone, with a way back. */
export function announceDeletion({ noun }: Desk, count: number, undo: () => void): void {
  showToast({
    title: `Deleted ${counted(count, noun)}`,
    description: 'Gone from the public list. The audit log can bring it back at any time.',
    durationMs: UNDO_MS,
    action: {
      label: 'Undo',
      altText: 'Bring back what was deleted; the audit log can do so later, too',
      onSelect: undo,
    },
  });
}

/** A row as far as a deletion has to know it. */
export type Doomed = { id: number; username: string };

type DeletionOptions = { desk: Desk; onDeleted: (ids: readonly number[]) => void };

/** The deletion that is being asked about, done once confirmed, and undone from its toast. */
export function useDeletion({ desk, onDeleted }: DeletionOptions) {
  const queryClient = useQueryClient();
  const restore = useRestore();
  const [doomed, setDoomed] = useState<readonly Doomed[]>();
  const [isUnderWay, setIsUnderWay] = useState(false);

  const remove = async (rows: readonly Doomed[]) => {
    const [first] = rows;
    if (!first) return undefined;
    if (rows.length === 1) return { operationId: await desk.remove(first.id), deleted: [first.id] };
    return desk.removeMany(rows.map(({ id }) => id));
  };
  const confirm = async () => {
    if (!doomed) return;
    setIsUnderWay(true);
    try {
      const done = await remove(doomed);
      setDoomed(undefined);
      if (!done) return;
      onDeleted(doomed.map(({ id }) => id));
      announceDeletion(desk, done.deleted.length, () => void restore(done.operationId));
      await refreshLists(queryClient);
    } catch {
      setDoomed(undefined);
      showToast({ title: 'Delete failed', description: desk.failures.remove, variant: 'destructive' });
    } finally {
      setIsUnderWay(false);
    }
  };
  return { doomed, isUnderWay, ask: setDoomed, confirm, cancel: () => setDoomed(undefined) };
}
