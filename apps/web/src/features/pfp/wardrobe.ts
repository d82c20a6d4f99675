export type Category = 'hats' | 'helpers';

/** What can be laid on a picture. The drawings are made by `packages/artwork/src/stills`. */
export const wardrobe = {
  hats: [
    { id: 'hat-1-santa-classic', label: 'Santa classic' },
    { id: 'hat-2-floppy-bell', label: 'Floppy bell' },
    { id: 'hat-3-elf', label: 'Elf with ears' },
    { id: 'hat-4-antlers', label: 'Antlers' },
    { id: 'hat-5-beanie', label: 'Bobble beanie' },
    { id: 'hat-6-holly-crown', label: 'Holly crown' },
    { id: 'hat-7-top-hat-mistletoe', label: 'Top hat' },
    { id: 'hat-8-candle-wreath', label: 'Candle wreath' },
  ],
  helpers: [
    { id: 'helper-1-elf-peeking', label: 'Peeking elf' },
    { id: 'helper-2-reindeer', label: 'Reindeer' },
    { id: 'helper-3-snowman', label: 'Snowman' },
    { id: 'helper-4-sausage', label: 'Secret Sausage' },
    { id: 'helper-5-robin', label: 'Robin' },
    { id: 'helper-6-gingerbread', label: 'Gingerbread man' },
    { id: 'helper-7-candy-canes', label: 'Candy canes' },
    { id: 'helper-8-star', label: 'Star' },
  ],
} as const satisfies Record<Category, readonly { id: string; label: string }[]>;

export type ArtId = (typeof wardrobe)[Category][number]['id'];

const pieces = [...wardrobe.hats, ...wardrobe.helpers];

export function categoryOf(art: ArtId): Category {
  return art.startsWith('hat-') ? 'hats' : 'helpers';
}

export function labelOf(art: ArtId): string {
  return pieces.find(({ id }) => id === art)?.label ?? art;
}

export function artPath(art: ArtId): string {
  return `/art/${categoryOf(art)}/${art}.svg`;
}
