import { type ReportedWithin, reportedWithin } from '@naughty-list/contracts/admin-reports';
import { type ScamCategory, scamCategories } from '@naughty-list/contracts/report-input';
import { categoryChoices } from '../../../lib/category-label.ts';
import { SelectField, TermField } from '../controls.tsx';
import { type Address, oneOf, pageOf } from '../use-address.ts';
import { type ListFilter, listStates } from './report-list.ts';

const periods: { value: ReportedWithin | ''; label: string }[] = [
  { value: '', label: 'Any time' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
];

const stateChoices = [
  { value: 'all', label: 'All' },
  { value: 'listed', label: 'Listed' },
  { value: 'removed', label: 'Removed' },
  { value: 'held', label: 'Held' },
] as const;

const categories: { value: ScamCategory | ''; label: string }[] = [
  { value: '', label: 'All' },
  ...categoryChoices.map(([value, label]) => ({ value, label })),
];

type ListFiltersProps = {
  filter: ListFilter;
  states: readonly ListFilter['state'][];
  hasCategories: boolean;
  onChange: (filter: ListFilter) => void;
};

/** Search, time and state filters; the category where rows have one. */
export function ListFilters({ filter, states, hasCategories, onChange }: ListFiltersProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TermField
        label="Search"
        placeholder="Username, words or id"
        term={filter.q}
        onSearch={(q) => onChange({ ...filter, q })}
      />
      <SelectField
        label="Reported"
        isWide
        value={filter.reported ?? ''}
        choices={periods}
        onChoose={(reported) => onChange({ ...filter, reported: reported === '' ? undefined : reported })}
      />
      <SelectField
        label="State"
        value={filter.state}
        choices={stateChoices.filter(({ value }) => states.includes(value))}
        onChoose={(state) => onChange({ ...filter, state })}
      />
      {hasCategories && (
        <SelectField
          label="Category"
          value={filter.category ?? ''}
          choices={categories}
          onChoose={(category) => onChange({ ...filter, category: category === '' ? undefined : category })}
        />
      )}
    </div>
  );
}

/** Parses the filters of the URL; missing or invalid values become defaults. */
export function readListAddress({ q, reported, state, category, page }: Address): {
  filter: ListFilter;
  page: number;
} {
  return {
    filter: {
      q: (q ?? '').trim().slice(0, 200),
      reported: oneOf(reportedWithin, reported),
      state: oneOf(listStates, state) ?? 'all',
      category: oneOf(scamCategories, category),
    },
    page: pageOf(page),
  };
}

/** Writes a filter to the URL: resets the page and omits defaults. */
export function writeFilter({ q, reported, state, category }: ListFilter): Address {
  return {
    q: q || undefined,
    reported,
    state: state === 'all' ? undefined : state,
    category,
    page: undefined,
  };
}

export const writePage = (page: number): Address => ({ page: page === 1 ? undefined : String(page) });
