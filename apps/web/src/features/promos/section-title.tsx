import { Flourish } from '../../ui/flourish.tsx';

type SectionTitleProps = { id: string; title: string; intro?: string };

/** Title of a block on the night background. */
export function SectionTitle({ id, title, intro }: SectionTitleProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <h2 id={id} className="text-3xl text-gold-300">
        {title}
      </h2>
      <Flourish className="w-56 text-gold-600" />
      {intro && <p className="max-w-prose text-lg text-pretty text-snow-dim">{intro}</p>}
    </div>
  );
}
