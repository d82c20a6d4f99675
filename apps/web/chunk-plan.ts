/** What the bundler tells of a module while it decides on chunks. */
type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[]; isEntry: boolean } | null };

const ENTRY = '/src/main.tsx';
const HOME = '/src/routes/index.tsx?tsr-split=component';

/**
 * Few files instead of many: what is compressed together gets smaller, and each file of the first view costs a request.
 * React and the router change more seldom than the app, so that their files outlive releases in caches; `app` is what
 * every page needs, `ledger` what the home page has in common with others. All else is left to the bundler.
 */
export const chunkGroups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  {
    name: 'router',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
    priority: 2,
  },
  { name: sharedChunk, priority: 1 },
];

function sharedChunk(id: string, graph: ModuleGraph): string | null {
  // The entry waits for a page's chunk, which waits for `app`: in one chunk with it they would wait for ever.
  if (id.endsWith(ENTRY)) return null;
  const roots = rootsOf(id, graph);
  if (roots.has('entry')) return 'app';
  return roots.has('home') && roots.size > 1 ? 'ledger' : null;
}

/** Which entry points lead to a module without a dynamic import on the way: the app itself, the home page, and others. */
function rootsOf(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const roots = new Set<string>();
  const seen = new Set([id]);
  for (const module of seen) {
    const importers = graph.getModuleInfo(module)?.importers ?? [];
    if (module.endsWith(ENTRY)) roots.add('entry');
    else if (module.endsWith(HOME)) roots.add('home');
    else if (importers.length === 0) roots.add(module);
    for (const importer of importers) seen.add(importer);
  }
  return roots;
}
