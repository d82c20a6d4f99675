import { useState } from 'react';
import type { ReportListRow } from './report-list.ts';
import type { Doomed } from './use-deletion.ts';

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

export type Selection = ReturnType<typeof useSelection>;
