import { BULK_DELETE_MAX } from '@naughty-list/contracts/admin-reports';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import ListChecks from 'lucide-react/icons/list-checks';
import Trash2 from 'lucide-react/icons/trash';
import { useEffect, useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/button.tsx';
import type { Doomed } from './deletion.tsx';
import type { ReportListRow } from './report-list.ts';

/** Two buttons share the width of a row. */
const ON_A_PHONE = 'max-sm:grow max-sm:px-3';

type SelectionBarProps = {
  selection: Selection;
  onChooseAll: (isChosen: boolean) => void;
  /** Absent unless the list shows held reports. */
  onPublish: (() => void) | undefined;
  onDelete: () => void;
};

/** Always rendered, so that selecting a row causes no layout shift. */
export function SelectionBar({ selection, onChooseAll, onPublish, onDelete }: SelectionBarProps) {
  const { count, countElsewhere, isAllHere, isSomeHere } = selection;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSomeHere && !isAllHere;
  }, [isSomeHere, isAllHere]);
  const isTooMany = count > BULK_DELETE_MAX;
  const isOff = count === 0 || isTooMany;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-t border-parchment-400 py-1 sm:pl-3">
      <label className="flex min-h-11 items-center gap-3 pr-2 font-bold">
        <input
          ref={box}
          type="checkbox"
          checked={isAllHere}
          onChange={(event) => onChooseAll(event.target.checked)}
          className="ml-2 size-5 accent-pine-700"
        />
        All on this page
      </label>
      <p aria-live="polite" className="figures text-ink-700">
        {count > 0 && `${formatWhole(count)} selected`}
        {countElsewhere > 0 && `, ${formatWhole(countElsewhere)} elsewhere`}
        {isTooMany && `; at most ${formatWhole(BULK_DELETE_MAX)} at once`}
      </p>
      <div className="flex grow flex-wrap items-center justify-end gap-1">
        <Button look="quiet" onClick={selection.clear} className={classes(count === 0 && 'invisible')}>
          Clear selection
        </Button>
        {onPublish && (
          <Button
            look={isOff ? 'outline' : 'pine'}
            aria-disabled={isOff}
            onClick={() => !isOff && onPublish()}
            className={ON_A_PHONE}
          >
            <ListChecks aria-hidden="true" className="size-5" />
            Publish selected
          </Button>
        )}
        <Button
          look={isOff ? 'outline' : 'cranberry'}
          aria-disabled={isOff}
          onClick={() => !isOff && onDelete()}
          className={ON_A_PHONE}
        >
          <Trash2 aria-hidden="true" className="size-5" />
          Delete selected
        </Button>
      </div>
    </div>
  );
}

/** The selected rows, across pages. */
export function useSelection(rows: readonly ReportListRow[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Doomed>>(new Map());
  const chosenHere = rows.filter(({ id }) => chosen.has(id)).length;
  const choose = (some: readonly Doomed[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const { id, username } of some) {
      if (isChosen) next.set(id, { id, username });
      else next.delete(id);
    }
    setChosen(next);
  };
  return {
    count: chosen.size,
    countElsewhere: chosen.size - chosenHere,
    isAllHere: rows.length > 0 && chosenHere === rows.length,
    isSomeHere: chosenHere > 0,
    has: (id: number) => chosen.has(id),
    list: () => [...chosen.values()],
    choose,
    clear: () => setChosen(new Map()),
    forget: (ids: readonly number[]) =>
      setChosen((current) => new Map([...current].filter(([id]) => !ids.includes(id)))),
  };
}

type Selection = ReturnType<typeof useSelection>;
