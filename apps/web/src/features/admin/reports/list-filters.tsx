import type { ReportedWithin } from '@naughty-list/contracts/admin-reports';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { categoryChoices } from '../../../lib/category-label.ts';
import { SelectField } from '../select-field.tsx';
import { TermField } from '../term-field.tsx';
import type { ListFilter } from './report-list.ts';

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
