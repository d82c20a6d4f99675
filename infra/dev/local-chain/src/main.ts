import { readConfig, startLocalChain } from './local-chain.ts';

try {
  const chain = await startLocalChain(readConfig(process.env));
  const stop = (): void => {
    chain.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`local chain listening on ${chain.url} (websocket ${chain.wsUrl}), LIST mint ${chain.mint}`);
} catch (error) {
  console.error(`local chain: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
