import { createFileRoute } from '@tanstack/react-router';
import { AboutIntro, aboutHead } from '../features/about/about-intro.tsx';
import { Roadmap } from '../features/about/roadmap.tsx';
import { WhyList } from '../features/about/why-list.tsx';
import { MarketBlock } from '../features/market/market-block.tsx';
import { ContractAddress } from '../features/token/token-section.tsx';
import { usePageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/about-naughty-list-memecoin')({ component: About });

function About() {
  usePageHead(aboutHead);
  return (
    <div className="mx-auto grid max-w-page gap-16 pb-20">
      <AboutIntro />
      <Roadmap address={<ContractAddress />} />
      <WhyList market={<MarketBlock />} />
    </div>
  );
}
