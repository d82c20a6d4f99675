import { Hourglass } from 'lucide-react';
import { stageLabels } from '../../lib/stages.ts';
import { Button } from '../../ui/button.tsx';
import { isUnproven } from './removal.ts';
import { useRemovalsUnderWay } from './removal-store.ts';

/** One line per pending removal, with a link to its report. */
export function RemovalsUnderWay({ onShow }: { onShow: (username: string) => void }) {
  const removals = useRemovalsUnderWay();
  if (removals.length === 0) return null;
  return (
    <ul aria-label="Removals under way" className="grid gap-2">
      {removals.map((removal) => (
        <li
          key={removal.reportId}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border border-parchment-400 bg-parchment-200 px-4 py-1"
        >
          <Hourglass aria-hidden="true" className="size-5 shrink-0" />
          <p className="min-w-0 flex-1">
            Removal of <strong>{removal.username}</strong>:{' '}
            {isUnproven(removal) ? 'waiting for your signature' : stageLabels[removal.stage].toLowerCase()}
          </p>
          <Button look="quiet" onClick={() => onShow(removal.username)}>
            Show
          </Button>
        </li>
      ))}
    </ul>
  );
}
