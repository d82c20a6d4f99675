import { useEffect, useState } from 'react';
import { useListed } from '../../lib/use-listed.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { Holly } from '../../ui/holly.tsx';
import { ListedEntries } from '../../ui/listed-entries.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';
import { NiceCard } from './nice-card.tsx';
import { niceListQueries } from './nice-list-queries.ts';

const MINUTE_MS = 60_000;
const PAGE_SIZE = 20;
/** How long nothing is typed before the server is asked; Enter does not wait. */
const TYPING_PAUSE_MS = 300;

type NiceListProps = {
  /** What a shared link searches for, or nothing. */
  searchAtFirst: string;
  /** The visitor wants to praise somebody. */
  onPraise: () => void;
};

/** The pine half of the ledger: those who deserve a present. */
export function NiceList({ searchAtFirst, onPraise }: NiceListProps) {
  const search = useSearch(searchAtFirst);
  const list = useListed(niceListQueries, { term: search.term, pageSize: PAGE_SIZE });
  const now = useNow(MINUTE_MS);
  const clear = () => {
    search.clear();
    list.showFirstPage();
  };
  return (
    <section id="nice-list" aria-labelledby="nice-list-title" className="grid gap-5">
      <div className="grid gap-4 md:grid-cols-[1fr_1.2fr] md:items-end md:gap-10">
        <div className="grid gap-2 max-md:order-last">
          <h2 id="nice-list-title" tabIndex={-1} className="text-2xl text-pine-700 md:text-3xl">
            The Nice List
          </h2>
          <Flourish className="hidden w-56 text-parchment-400 md:block" />
          <p className="text-ink-700">Click on an entry to read the good deed, and say thank you.</p>
        </div>
        <SearchField
          label="Who made your day?"
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
      </div>
      <div className="min-h-96">
        <ListedEntries
          list={list}
          noun={{ one: 'praise', many: 'praises' }}
          loadingText="Loading nice reports..."
          empty={<NobodyYet onPraise={onPraise} />}
          nothingFound={<NobodyFound onClear={clear} />}
        >
          {list.items.map((report) => (
            <NiceCard key={report.id} report={report} now={now} />
          ))}
        </ListedEntries>
      </div>
    </section>
  );
}

/** What is typed, and what is looked for: the same, once the typing has paused. */
function useSearch(atFirst: string) {
  const [typed, setTyped] = useState(atFirst);
  const [term, setTerm] = useState(atFirst.trim());
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    typed,
    term,
    type: setTyped,
    now: (text: string) => setTerm(text.trim()),
    clear: () => {
      setTyped('');
      setTerm('');
    },
  };
}

function NobodyYet({ onPraise }: { onPraise: () => void }) {
  return (
    <Notice title="No nice reports yet" role="status" art={<Holly className="h-16" />}>
      <p>Santa cannot believe that. Be the first to praise somebody who keeps this place warm!</p>
      <Button look="pine" onClick={onPraise}>
        Praise a hero
      </Button>
    </Notice>
  );
}

function NobodyFound({ onClear }: { onClear: () => void }) {
  return (
    <Notice
      title="No matching heroes found"
      role="status"
      art={<WaxSeal letter="?" tone="pine" className="size-20" />}
    >
      <p>Try another name or another word. Or maybe nobody has praised them yet, and it is up to you.</p>
      <Button look="outline" onClick={onClear}>
        Back to the whole list
      </Button>
    </Notice>
  );
}
