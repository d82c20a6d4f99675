import type { PageHead } from '../../lib/page-head.ts';
import { Flourish } from '../../ui/drawings.tsx';

export const pfpHead: PageHead = {
  path: '/pfp',
  title: 'Santa profile-picture editor - put a Christmas hat on your PFP',
  description:
    'Put a Santa hat, antlers or a peeking elf on your profile picture, free and without an account. Drag, pinch and turn it, then download it. Your photo never leaves your browser.',
  image: '/art/social/social-pfp.png',
};

const steps = [
  {
    title: 'Bring a face',
    text: 'Upload, drop or paste a photo. I crop it to a square and turn it the right way up.',
  },
  {
    title: 'Dress it',
    text: 'Drag with a finger or the mouse. Use two fingers to resize and turn. Helpers like company: add as many as you like.',
  },
  {
    title: 'Wear it',
    text: 'Save it as santa-pfp.png, 500 pixels wide, or larger if your photo is. Then go and be nice to somebody.',
  },
];

const keys = [
  { keys: ['←', '↑', '→', '↓'], does: 'move it; with Shift, ten times as far' },
  { keys: ['+', '−'], does: 'larger, smaller' },
  { keys: ['[', ']'], does: 'turn it left, right' },
  { keys: ['F'], does: 'flip it' },
  { keys: ['Page Up', 'Page Down'], does: 'bring it forward, send it backward' },
  { keys: ['Delete'], does: 'take it off' },
  { keys: ['Ctrl + Z', 'Ctrl + Y'], does: 'undo, redo' },
];

/** Instructions and keyboard shortcuts. */
export function PfpGuide() {
  return (
    <section aria-labelledby="pfp-guide-title" className="mt-8 grid gap-8">
      <div className="grid justify-items-center gap-3 text-center">
        <h2 id="pfp-guide-title" className="text-3xl">
          Three steps to a warm head
        </h2>
        <Flourish className="w-52 text-gold-600" />
      </div>
      <ol className="grid gap-6 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid content-start gap-2 rounded-lg border border-night-600 bg-night-900 p-6"
          >
            <span aria-hidden="true" className="display text-3xl text-gold-300">
              {index + 1}
            </span>
            <h3 className="text-xl font-bold">{title}</h3>
            <p className="text-lg text-pretty text-snow-dim">{text}</p>
          </li>
        ))}
      </ol>
      <details className="rounded-lg border border-night-600 p-6">
        <summary className="cursor-pointer text-lg font-bold text-gold-300">
          Every key, for elves without a mouse
        </summary>
        <dl className="mt-4 grid gap-x-8 gap-y-3 md:grid-cols-2">
          {keys.map(({ keys: names, does }) => (
            <div key={does} className="flex flex-wrap items-center gap-3">
              <dt className="flex flex-wrap gap-1">
                {names.map((name) => (
                  <kbd
                    key={name}
                    className="rounded-sm border border-night-600 bg-night-800 px-2 py-1 font-sans"
                  >
                    {name}
                  </kbd>
                ))}
              </dt>
              <dd className="text-snow-dim">{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
