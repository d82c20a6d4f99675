import { type SeparateStack, type Stack, startStack } from '../src/stack.ts';
import { lastingFolder } from './temporary-folder.ts';
import { webRoot } from './web-root.ts';

type Options = Omit<Parameters<typeof startStack>[0], 'dataDir' | 'host' | 'port'>;

/** A stack for all tests of a file, in a folder of its own, with a one-line page, and X out of reach. */
export function lastingStack(): {
  start(options: Options & { separate: true }): Promise<SeparateStack>;
  start(options: Options & { separate?: never }): Promise<Stack>;
  /** Stops it and removes its folder. */
  end(): Promise<void>;
} {
  const [folder, web] = [lastingFolder(), lastingFolder()];
  let stack: Stack | undefined;
  const start = async (options: Options): Promise<Stack> => {
    const env = { OEMBED_URL: 'http://127.0.0.1:1', WEB_ROOT: webRoot(web.path), ...options.env };
    stack = await startStack({ ...options, dataDir: folder.path, host: '127.0.0.1', port: 0, env });
    return stack;
  };
  return {
    start: start as ReturnType<typeof lastingStack>['start'],
    async end() {
      await stack?.stop();
      for (const { remove } of [web, folder]) remove();
    },
  };
}
