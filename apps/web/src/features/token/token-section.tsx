import { formatTokens } from '@naughty-list/contracts/tokens';
import { Link } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import Copy from 'lucide-react/icons/copy';
import { copyText, explorerLink } from '../../lib/addresses.ts';
import { useTokenConfig } from '../../lib/site-settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';

/** The token: address with copy button, and where it is traded. */
export function TokenSection() {
  const { data: config } = useTokenConfig();
  return (
    <section id="token" aria-labelledby="token-title" className="grid gap-6">
      <div className="grid items-center gap-6 rounded-lg border border-gold-600 bg-night-900 p-6 md:grid-cols-[auto_1fr] md:gap-10 md:p-12">
        <WaxSeal letter="L" tone="gold" className="size-24 md:size-40" />
        <div className="grid min-w-0 gap-4">
          <h2 id="token-title" className="text-3xl text-gold-300">
            Buy $LIST
          </h2>
          <p className="max-w-prose text-lg text-snow-dim">
            LIST is the coin of my workshop. Burning{' '}
            <strong className="figures text-snow">
              {formatTokens(config?.removalCostTokens ?? '1000000')} LIST
            </strong>{' '}
            buys Santa's silence about one report, and burned coins never come back. Wrongly listed?{' '}
            <Link to="/appeal" className="text-snow underline underline-offset-4">
              Appeal for free
            </Link>
            .
          </p>
          <ContractAddress />
          {config && (
            <div className="flex flex-wrap gap-3">
              <ButtonLink look="outline" href={config.links.chart}>
                See the chart <ArrowUpRight aria-hidden="true" className="size-5" />
              </ButtonLink>
              <ButtonLink look="quiet" href={explorerLink('address', config.contractAddress, config)}>
                View on explorer
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

const said = {
  title: 'Contract Address Copied!',
  description: 'LIST token contract address copied to clipboard',
};

/** The token's address on chain, with a copy button. */
export function ContractAddress() {
  const { data: config, isError } = useTokenConfig();
  const address = config?.contractAddress;
  const waiting = isError
    ? "The workshop isn't answering. Reload the page in a minute."
    : 'Fetching it from the workshop…';
  return (
    <button
      type="button"
      disabled={!address}
      onClick={() => address && void copyText(address, said)}
      className="group grid min-h-16 w-full min-w-0 grid-cols-[1fr_auto] items-center gap-4 rounded-sm border-2 border-dashed border-gold-600 px-4 py-3 text-left transition-colors duration-150 hover:border-gold-400"
    >
      <span className="grid min-w-0 gap-1">
        <span className="text-snow-dim">Contract address (press to copy)</span>
        <span className="min-h-6 font-mono break-all text-gold-200">
          {address ?? <span className="noscript:hidden">{waiting}</span>}
        </span>
      </span>
      <Copy aria-hidden="true" className="size-6 text-gold-300" />
    </button>
  );
}
