import { listNiceReports, searchNiceReports } from 'virtual:endpoints/nice-reports';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { createListQueries } from '../../lib/list-queries.ts';
import { useRenderedNow } from '../../lib/page-data.ts';
import { useListed } from '../../lib/use-listed.ts';
import { Button } from '../../ui/button.tsx';
import { Holly } from '../../ui/drawings.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { ListedEntries } from '../../ui/listed-entries.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Notice } from '../../ui/states.tsx';
import { NiceCard } from './nice-card.tsx';

export const niceListQueries = createListQueries({
  key: 'nice-reports',
  list: (query, signal) => api.callFull(listNiceReports, { query }, { signal }),
  search: (q, signal) => api.call(searchNiceReports, { query: { q } }, { signal }),
});

const PAGE_SIZE = 20;
/** Debounce of the search while typing; Enter searches at once. */
const TYPING_PAUSE_MS = 300;

type NiceListProps = {
  /** The search term of a shared link, or empty. */
  initialSearch: string;
  /** Called when the visitor opens the praise form. */
  onPraise: () => void;
};

export function NiceList({ initialSearch, onPraise }: NiceListProps) {
  const search = useSearch(initialSearch);
  const list = useListed(niceListQueries, { term: search.term, pageSize: PAGE_SIZE });
  const now = useRenderedNow();
  const clear = () => {
    search.type('');
    search.now('');
    list.showFirstPage();
  };
  return (
    <section id="nice-list" aria-labelledby="nice-list-title" className="grid gap-5">
      <ListHead
        title="The Nice List"
        titleId="nice-list-title"
        titleColor="text-pine-700"
        hint="Each entry opens to the good deed, and a way to say thank you."
        search={
          <SearchField
            label="Who made your day?"
            action="/nice-list"
            typed={search.typed}
            canClear={search.typed !== '' || list.isSearching}
            onType={search.type}
            onSearch={(text) => {
              if (text.trim() === search.term) void list.retry();
              search.now(text);
            }}
            onClear={clear}
            input={{ type: 'search', placeholder: 'Search heroes and good deeds' }}
          />
        }
      />
      <div className="min-h-96">
        <ListedEntries
          list={list}
          noun={{ one: 'entry', many: 'entries' }}
          loadingText="Loading nice reports…"
          empty={<ListEmpty onPraise={onPraise} />}
          nothingFound={<NothingFound onClear={clear} />}
        >
          {list.items.map((report) => (
            <NiceCard key={report.id} report={report} now={now} />
          ))}
        </ListedEntries>
      </div>
    </section>
  );
}

/** The input and the debounced search term. */
function useSearch(initial: string) {
  const [typed, setTyped] = useState(initial);
  const [term, setTerm] = useState(initial.trim());
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    typed,
    term,
    type: setTyped,
    now: (text: string) => setTerm(text.trim()),
  };
}

function ListEmpty({ onPraise }: { onPraise: () => void }) {
  return (
    <Notice title="No nice reports yet" role="status" art={<Holly className="h-16" />}>
      <p>Santa can't believe it. Be the first to praise somebody who keeps this place warm!</p>
      <Button look="pine" onClick={onPraise}>
        Praise a hero
      </Button>
    </Notice>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Notice title="No matching heroes found" role="status">
      <p>Try another name or another word. Or maybe nobody has praised them yet. That could be you.</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}
