import { useEffect, useState } from 'react';
import { SearchField } from '../../ui/search-field.tsx';

type TermFieldProps = {
  label: string;
  placeholder: string;
  /** The search term of the URL; empty means no filter. */
  term: string;
  onSearch: (term: string) => void;
};

/** A search field in sync with the URL, also on back navigation. */
export function TermField({ label, placeholder, term, onSearch }: TermFieldProps) {
  const [typed, setTyped] = useState(term);
  useEffect(() => setTyped(term), [term]);
  return (
    <div className="min-w-0 basis-full lg:flex-1 lg:basis-64">
      <SearchField
        label={label}
        typed={typed}
        canClear={typed !== '' || term !== ''}
        onType={setTyped}
        onSearch={(text) => onSearch(text.trim())}
        onClear={() => {
          setTyped('');
          if (term !== '') onSearch('');
        }}
        input={{ type: 'search', placeholder, maxLength: 200 }}
      />
    </div>
  );
}
