import { formatWhole } from '@naughty-list/contracts/whole-number';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Column } from './column-chart.tsx';

type ChartTableProps = {
  caption: string;
  columnName: string;
  valueName: string;
  columns: readonly Column[];
};

/** The chart's numbers as a table, newest first. */
export function ChartTable({ caption, columnName, valueName, columns }: ChartTableProps) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 rounded-sm pr-2 font-bold underline decoration-2 underline-offset-4">
        <ChevronDown aria-hidden="true" className="size-5 group-open:rotate-180" />
        Show as a table
      </summary>
      <table className="figures w-full">
        <caption className="sr-only">{caption}</caption>
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
