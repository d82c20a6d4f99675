import { type KeyboardEvent, useId, useState } from 'react';
import { type ArtId, artPath, type Category, wardrobe } from './wardrobe.ts';

const tabs: readonly { category: Category; label: string }[] = [
  { category: 'hats', label: 'Hats' },
  { category: 'helpers', label: 'Helpers' },
];

type WardrobePickerProps = {
  /** The overlay selected on the picture. */
  worn: ArtId | undefined;
  /** `byPointer` distinguishes mouse and touch from the keyboard. */
  onChoose: (art: ArtId, byPointer: boolean) => void;
};

/** Two radio groups of eight: hats and helpers. Hand-written, since the policy allows no inline styles. */
export function WardrobePicker({ worn, onChoose }: WardrobePickerProps) {
  const [shown, setShown] = useState<Category>('hats');
  const id = useId();
  const tabId = (category: Category) => `${id}-${category}`;
  const turn = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const next = shown === 'hats' ? 'helpers' : 'hats';
    setShown(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className="grid">
      <div role="tablist" aria-label="What to wear" className="flex gap-2">
        {tabs.map(({ category, label }) => (
          <button
            key={category}
            id={tabId(category)}
            type="button"
            role="tab"
            aria-selected={shown === category}
            aria-controls={`${id}-shelf`}
            tabIndex={shown === category ? 0 : -1}
            onClick={() => setShown(category)}
            onKeyDown={turn}
            className="min-h-12 rounded-t-lg bg-parchment-200 px-6 text-lg font-bold text-ink-700 hover:bg-parchment-300 aria-selected:bg-pine-700 aria-selected:text-snow"
          >
            {label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-shelf`}
        role="tabpanel"
        aria-labelledby={tabId(shown)}
        className="grid grid-cols-4 gap-2 rounded-b-lg rounded-tr-lg bg-pine-700 p-2 sm:p-3"
      >
        {wardrobe[shown].map((piece) => (
          <button
            key={piece.id}
            type="button"
            aria-label={piece.label}
            title={piece.label}
            aria-pressed={worn === piece.id}
            onClick={(event) => onChoose(piece.id, event.detail > 0)}
            className="grid aspect-square place-items-center rounded-sm border-3 border-transparent bg-parchment-100 p-1 transition-colors duration-150 hover:bg-gold-200 aria-pressed:border-gold-400 aria-pressed:bg-gold-200"
          >
            <img
              src={artPath(piece.id)}
              alt=""
              width={96}
              height={96}
              loading="lazy"
              decoding="async"
              className="size-full object-contain"
            />
          </button>
        ))}
      </div>
    </div>
  );
}
