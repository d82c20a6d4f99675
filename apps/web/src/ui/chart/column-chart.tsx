import { axisTicks, labelled } from './axis.ts';

const HEIGHT = 256;
const TOP = 12;
const BOTTOM = 32;
const PIXELS_PER_FIGURE = 9;
const LABEL_WIDTH = 64;
/** Padding of a label, in pixels. */
const EDGE = 6;
const GAP = 0.25;
/** Maximum width of a column. */
const COLUMN_MAX = 96;

export type Column = {
  key: string;
  /** Label on the axis. */
  label: string;
  /** Full name, shown with the value. */
  name: string;
  value: number;
  /** The value of the period to compare with, drawn as a line. */
  before?: number | undefined;
  /** Whether its period is not over yet. */
  isUnfinished: boolean;
};

type ColumnChartProps = {
  label: string;
  columns: readonly Column[];
  width: number;
  pointed: string | undefined;
  onPoint: (key: string) => void;
};

/** The chart as SVG at a scale of 1, so that its text has the same size as other text. */
export function ColumnChart({ label, columns, width, pointed, onPoint }: ColumnChartProps) {
  const ticks = axisTicks(Math.max(0, ...columns.map(({ value, before = 0 }) => Math.max(value, before))));
  const top = ticks.at(-1) ?? 1;
  const left = Math.max(2, ...ticks.map((tick) => tickText(tick).length)) * PIXELS_PER_FIGURE + 8;
  const space = width - left;
  const step = space / columns.length;
  const columnWidth = Math.min(step * (1 - GAP), COLUMN_MAX);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - BOTTOM - TOP);
  // Labels are centred on their columns; the last is shifted in from the edge, towards the one before.
  const movedIn = Math.max(0, LABEL_WIDTH / 2 - EDGE - step / 2);
  const isLabelled = labelled(columns.length, space, LABEL_WIDTH + movedIn);
  return (
    <svg role="img" aria-label={label} width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-ink-700' : 'stroke-parchment-300'}
          />
          <text x={left - 8} y={y(tick) + 5} textAnchor="end" className="figures fill-ink-700">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {columns.map((column, index) => {
        const x = left + index * step;
        const height = column.value === 0 ? 0 : Math.max(2, y(0) - y(column.value));
        return (
          <g key={column.key} onPointerEnter={() => onPoint(column.key)}>
            <rect x={x} y={0} width={step} height={HEIGHT - BOTTOM} className="fill-transparent" />
            <rect
              data-value={column.value}
              x={x + (step - columnWidth) / 2}
              y={y(0) - height}
              width={columnWidth}
              height={height}
              rx={Math.min(3, step / 4)}
              className={fillOf(column, pointed)}
            />
            {column.before !== undefined && (
              <rect
                data-before={column.before}
                x={x + step * (GAP / 4)}
                y={y(column.before) - 1}
                width={step * (1 - GAP / 2)}
                height={2}
                className="fill-ink-700"
              />
            )}
            {isLabelled(index) && (
              <text
                x={Math.min(x + step / 2, width - LABEL_WIDTH / 2 + EDGE)}
                y={HEIGHT - 8}
                textAnchor="middle"
                className="figures fill-ink-700"
              >
                {column.label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function fillOf({ key, isUnfinished }: Column, pointed: string | undefined): string {
  if (isUnfinished) return 'fill-gold-600';
  return key === pointed ? 'fill-pine-900' : 'fill-pine-500';
}

/** A short axis label: `500`, `1.5K`, `2M`. */
function tickText(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 });
}
