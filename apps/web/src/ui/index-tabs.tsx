import type { LucideIcon } from 'lucide-react';
import { classes } from '../lib/classes.ts';

type IndexTabsProps<View extends string> = {
  views: readonly { view: View; label: string; Icon: LucideIcon }[];
  view: View;
  onChoose: (view: View) => void;
};

/** Two large tabs on top of a ledger page; the selected one joins the page. */
export function IndexTabs<View extends string>({ views, view, onChoose }: IndexTabsProps<View>) {
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:gap-3 md:flex md:px-8">
      <legend className="sr-only">What would you like to do?</legend>
      {views.map((entry) => {
        const isChosen = entry.view === view;
        return (
          <button
            key={entry.view}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(entry.view)}
            className={classes(
              'flex min-h-14 items-center justify-center gap-2 rounded-t-lg px-2 py-3 text-lg leading-tight font-bold transition-colors duration-150 sm:gap-3 sm:px-8 md:min-w-72 md:text-xl',
              isChosen
                ? 'bg-parchment-100 text-ink-900'
                : 'border border-b-0 border-night-600 bg-night-800 text-snow hover:bg-night-700 hover:text-gold-300',
            )}
          >
            <entry.Icon aria-hidden="true" className="size-6 shrink-0" />
            {entry.label}
          </button>
        );
      })}
    </fieldset>
  );
}
