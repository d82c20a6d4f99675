import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';

/** The home page's search field, on every other page. */
export function CheckLine() {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  return (
    <div className="relative z-1 mx-auto max-w-page pt-3 text-ink-900 print:hidden">
      <div className="md:ml-auto md:max-w-120">
        <SearchField
          label="Who do you want to check?"
          isLabelHidden
          action="/"
          typed={typed}
          onType={setTyped}
          onSearch={(text) => void navigate({ to: '/', search: { search: text.trim() } })}
          input={{ placeholder: 'Check a name', 'data-check': '' } as object}
          button={
            <Button look="gold" type="submit" className="min-h-12">
              Check
            </Button>
          }
        />
      </div>
    </div>
  );
}
