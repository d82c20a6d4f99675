import { createFileRoute } from '@tanstack/react-router';
import Gift from 'lucide-react/icons/gift';
import HandHeart from 'lucide-react/icons/hand-heart';
import { useEffect, useState } from 'react';
import { GrottoSection, NiceHero, niceListHead } from '../features/nice-list/nice-hero.tsx';
import { NiceList } from '../features/nice-list/nice-list.tsx';
import { TokenSection } from '../features/token/token-section.tsx';
import { createChunk } from '../lib/chunk.ts';
import { usePageHead } from '../lib/page-head.ts';
import { scrollToElement } from '../lib/scroll.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { IndexTabs } from '../ui/index-tabs.tsx';
import { Lazy } from '../ui/lazy.tsx';

type NiceView = 'list' | 'submit';

const views = [
  { view: 'list', label: 'View Nice List', Icon: Gift },
  { view: 'submit', label: 'Submit Web3 Hero', Icon: HandHeart },
] as const;

/** `view` is in the URL, so that a reload keeps the form; the list is the default. */
type NiceSearch = { view?: 'submit'; search?: string };

export const Route = createFileRoute('/nice-list')({
  validateSearch: ({ view, search }): NiceSearch => ({
    ...(view === 'submit' ? { view } : {}),
    ...(typeof search === 'string' ? { search } : {}),
  }),
  component: NiceListPage,
});

const niceForm = createChunk(() =>
  import('../features/nice-list/nice-form.tsx').then(({ NiceForm }) => NiceForm),
);

function NiceListPage() {
  usePageHead(niceListHead);
  useEffect(() => whenIdle([niceForm.fetch]), []);
  const initialSearch = useSharedSearch();
  const navigate = Route.useNavigate();
  const view: NiceView = Route.useSearch().view ?? 'list';
  const show = (next: NiceView) =>
    navigate({ search: next === 'submit' ? { view: next } : {}, replace: true, resetScroll: false });
  const choose = async (next: NiceView) => {
    await show(next);
    scrollToElement('content-area');
  };
  return (
    <div className="pine-glow isolate mx-auto grid max-w-page gap-16 pb-20">
      <div>
        <NiceHero />
        <IndexTabs views={views} view={view} onChoose={(next) => void choose(next)} />
        <div
          id="content-area"
          className="paper grid scroll-mt-34 gap-6 rounded-lg rounded-t-none p-4 shadow-page sm:p-8 md:rounded-t-lg md:p-10"
        >
          {view === 'list' ? (
            <NiceList initialSearch={initialSearch} onPraise={() => void choose('submit')} />
          ) : (
            <Lazy
              chunk={niceForm}
              label="Fetching the form…"
              className="mx-auto h-[54rem] w-full max-w-[44rem]"
            >
              {(NiceForm) => <NiceForm onPraised={() => void choose('list')} />}
            </Lazy>
          )}
        </div>
      </div>
      <TokenSection />
      <GrottoSection />
    </div>
  );
}

/** The search of a shared link, applied on load and then removed from the URL. */
function useSharedSearch(): string {
  const navigate = Route.useNavigate();
  const { search } = Route.useSearch();
  const [initial] = useState(search ?? '');
  useEffect(() => {
    if (search === undefined) return;
    void navigate({
      search: ({ view }) => (view ? { view } : {}),
      replace: true,
      resetScroll: false,
    });
  }, [search, navigate]);
  return initial;
}
