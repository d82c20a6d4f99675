import { formatWhole } from '@naughty-list/contracts/tokens';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';

type Key = string | number;

/** The selected entries, also those on other pages. */
export function useSelection<Entry>(keyOf: (entry: Entry) => Key) {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, Entry>>(new Map());
  return {
    entries: [...chosen.values()],
    has: (entry: Entry) => chosen.has(keyOf(entry)),
    choose(some: readonly Entry[], isChosen: boolean) {
      const next = new Map(chosen);
      for (const entry of some) isChosen ? next.set(keyOf(entry), entry) : next.delete(keyOf(entry));
      setChosen(next);
    },
    clear: () => setChosen(new Map()),
    forget: (keys: readonly Key[]) =>
      setChosen((current) => new Map([...current].filter(([key]) => !keys.includes(key)))),
  };
}

type Selection<Entry> = ReturnType<typeof useSelection<Entry>>;

type SelectEntryProps = { label: string; isChosen: boolean; onChoose: (isChosen: boolean) => void };

export function SelectEntry({ label, isChosen, onChoose }: SelectEntryProps) {
  return (
    <label className="grid size-11 place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
        className="size-5 accent-pine-700"
      />
    </label>
  );
}

type SelectionBarProps<Entry> = {
  /** Label of the checkbox for all entries that are shown. */
  label: string;
  shown: readonly Entry[];
  selection: Selection<Entry>;
  count: number;
  max: number;
  /** Text after the count. */
  note?: ReactNode;
  /** The actions. */
  children: ReactNode;
};

/** Always rendered, to prevent a layout shift when an entry is selected. */
export function SelectionBar<Entry>(props: SelectionBarProps<Entry>) {
  const { label, shown, selection, count, max, note, children } = props;
  const selectedHere = shown.filter(selection.has).length;
  const isAllSelected = selectedHere === shown.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selectedHere > 0 && !isAllSelected;
  }, [selectedHere, isAllSelected]);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-t border-parchment-400 py-1 sm:pl-3">
      <label className="flex min-h-11 items-center gap-3 pr-2 font-bold">
        <input
          ref={box}
          type="checkbox"
          checked={isAllSelected}
          onChange={(event) => selection.choose(shown, event.target.checked)}
          className="ml-2 size-5 accent-pine-700"
        />
        {label}
      </label>
      <p aria-live="polite" className="figures text-ink-700">
        {count > 0 && `${formatWhole(count)} selected`}
        {note}
        {count > max && `; at most ${formatWhole(max)} at once`}
      </p>
      <div className="flex grow flex-wrap items-center justify-end gap-1">
        <Button look="quiet" onClick={selection.clear} className={count === 0 ? 'invisible' : undefined}>
          Clear selection
        </Button>
        {children}
      </div>
    </div>
  );
}
