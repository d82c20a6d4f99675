import { formatWhole } from '@naughty-list/contracts/tokens';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Column, ColumnChart } from './column-chart.tsx';

type BarChartProps = {
  /** Accessible description of the chart. */
  label: string;
  /** Header of the table's first column. */
  columnName: string;
  /** Header of the table's second column. */
  valueName: string;
  columns: readonly Column[];
  /** A value in words: `3 visits`. */
  inWords: (value: number) => string;
};

/** Columns over time, with the value of the hovered column and the same data as a table. */
export function BarChart({ inWords, ...table }: BarChartProps) {
  const { label, columns } = table;
  const [pointed, setPointed] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const shown = columns.find(({ key }) => key === pointed) ?? columns.at(-1);
  const sum = columns.reduce((total, { value }) => total + value, 0);
  return (
    <div className="grid gap-2">
      <p aria-hidden="true" className="figures min-h-6 text-ink-700">
        {shown && (
          <>
            {shown.name}
            {shown.isUnfinished && ' so far'}:{' '}
            <strong className="text-ink-900">{inWords(shown.value)}</strong>
          </>
        )}
      </p>
      {/* Reserves the height until the width is measured. */}
      <div ref={frame} className="h-64 min-w-0" onPointerLeave={() => setPointed(undefined)}>
        {width > 0 && (
          <ColumnChart
            label={`${label}: ${inWords(sum)} in all. The table below has each number.`}
            columns={columns}
            width={width}
            pointed={shown?.key}
            onPoint={setPointed}
          />
        )}
      </div>
      <ChartTable {...table} />
    </div>
  );
}

/** Width of an element in CSS pixels; 0 before the first measurement. */
function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    setWidth(Math.floor(current.getBoundingClientRect().width));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** The chart's numbers as a table, newest first. */
function ChartTable({ label, columnName, valueName, columns }: Omit<BarChartProps, 'inWords'>) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-sm pr-2 font-bold underline decoration-2 underline-offset-4">
        <ChevronDown aria-hidden="true" className="size-5 group-open:rotate-180" />
        Show as a table
      </summary>
      <table className="figures w-full">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-left">
            <th scope="col" className="py-1 pr-4">
              {columnName}
            </th>
            <th scope="col" className="py-1 text-right">
              {valueName}
            </th>
          </tr>
        </thead>
        <tbody>
          {columns.toReversed().map(({ key, name, value, isUnfinished }) => (
            <tr key={key} className="border-t border-parchment-300">
              <th scope="row" className="py-1 pr-4 text-left font-normal">
                {name}
                {isUnfinished && ' (so far)'}
              </th>
              <td className="py-1 text-right">{formatWhole(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
