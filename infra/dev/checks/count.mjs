// `npm run count`: how big the product is. A report of `verify`, not a gate.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { openDatabase } from '../../../packages/service-kit/src/database/database.ts';
import { migrate } from '../../../packages/service-kit/src/database/migrate.ts';
import { startPostgres } from '../embedded/src/postgres.ts';
import { removeDatabase } from '../embedded/src/postgres-home.ts';
import { settingNames } from '../embedded/src/setting-names.ts';
import { repositoryFiles, root } from './files.mjs';

const files = repositoryFiles();
const textOf = (file) => readFileSync(join(root, file), 'utf8');
const isTest = (file) => /(^|\/)test\/|\.test\.tsx?$/.test(file);

/** The kind of a source file, or undefined for what is not counted in lines. */
function kindOf(file) {
  if (!/\.(tsx?|[mc]?js|css|html|sh|sql)$/.test(file) || file.endsWith('.gen.ts')) return undefined;
  if (isTest(file) || file.startsWith('packages/test-kit/')) return 'tests';
  if (file.startsWith('infra/lab/')) return 'laboratories';
  if (/^services\/[^/]+\/migrations\//.test(file)) return 'migrations';
  if (file.startsWith('packages/artwork/')) return 'artwork scripts';
  if (/^(services|packages|apps)\//.test(file)) return 'product';
  return 'infra and configuration';
}

const comments = { '.sh': /^#/, '.sql': /^--/ };

/** Lines that are neither blank nor a comment; a comment beside code counts with its line. */
function linesOf(file) {
  let inComment = false;
  let count = 0;
  for (const line of textOf(file)
    .split('\n')
    .map((each) => each.trim())) {
    const starts = /^\{?\/\*/.test(line) || line.startsWith('<!--');
    if (inComment || starts) inComment = !/\*\/\}?$|-->$/.test(line);
    else if (line !== '' && !line.startsWith('//') && !comments[extname(file)]?.test(line)) count += 1;
  }
  return count;
}

/** What loads when these do: files of ours, by imports that are more than types. */
function reach(entries) {
  const folders = ['apps', 'packages', 'services'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 };
  const cruise = spawnSync('depcruise', ['--config', '--output-type', 'json', ...folders], options);
  const { modules } = JSON.parse(cruise.stdout);
  const imports = Object.fromEntries(modules.map(({ source, dependencies }) => [source, dependencies]));
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file) || !files.includes(file)) return;
    seen.add(file);
    for (const { resolved, dependencyTypes } of imports[file] ?? [])
      if (!dependencyTypes.includes('type-only')) visit(resolved);
  };
  for (const entry of entries) visit(entry);
  return seen;
}

/** Where a removal enters each program: the page's panel, and the routes and jobs that name its contracts. */
const ofARemoval = files.filter(
  (file) =>
    file === 'apps/web/src/features/payment/removal/removal-panel.tsx' ||
    (/^services\/(gateway\/src\/proxy|[^/]+\/src\/(routes|jobs))\/[^/]+\.ts$/.test(file) &&
      !isTest(file) &&
      /\b(removeByBurn|verifyPaymentJob|applyBurnVerdictJob)\b/.test(textOf(file))),
);

/** Tables, triggers and indexes of every service, the record of its migrations included, in a PostgreSQL with their migrations. */
async function countDatabase(migrations) {
  const folders = [...new Set(migrations.map(dirname))];
  const schemaOf = (folder) => folder.split('/')[1].replace('chain-verifier', 'chain');
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-count-'));
  chmodSync(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, fsync: false });
  try {
    for (const folder of folders) {
      const db = openDatabase({ url: postgres.url, schema: schemaOf(folder) });
      await migrate(db, { schema: schemaOf(folder), directory: join(root, folder) });
      await db.destroy();
    }
    const db = openDatabase({ url: postgres.url, schema: 'public' });
    const { rows } = await db.raw(
      `select relkind, count(*)::int, sum((select count(*)::int from pg_trigger where tgrelid = pg_class.oid and not tgisinternal)) as triggers
       from pg_class where relnamespace::regnamespace::text = any(?) group by relkind`,
      [folders.map(schemaOf)],
    );
    await db.destroy();
    const sum = (kinds, figure) =>
      rows
        .filter(({ relkind }) => kinds.includes(relkind))
        .reduce((total, row) => total + Number(row[figure]), 0);
    return [sum('rp', 'count'), sum('rp', 'triggers'), sum('iI', 'count')];
  } finally {
    await postgres.stop();
    removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const lines = Object.groupBy(files.filter(kindOf), kindOf);
const migrations = lines.migrations ?? [];
const [tables, triggers, indexes] = await countDatabase(migrations);
const isPicture = (file) =>
  /^apps\/web\/(public|src\/assets)\//.test(file) && /\.(webp|avif|png|jpg|svg|mp4|webm)$/.test(file);
const words = files
  .filter((file) => file.startsWith('docs/') && /\.(md|tsv)$/.test(file))
  .reduce((sum, file) => sum + textOf(file).split(/\s+/).filter(Boolean).length, 0);

const figures = [
  ...['product', 'infra and configuration', 'tests', 'laboratories', 'artwork scripts', 'migrations'].map(
    (kind) => [`lines of ${kind}`, (lines[kind] ?? []).reduce((sum, file) => sum + linesOf(file), 0)],
  ),
  ['migration files', migrations.length],
  ['tables', tables],
  ['triggers', triggers],
  ['indexes', indexes],
  ['settings', settingNames.size],
  ['files, without artwork’s pictures', files.filter((file) => !isPicture(file)).length],
  ['words of docs', words],
  ['files that a removal runs through', reach(ofARemoval).size],
];
for (const [what, figure] of figures) console.log(`${figure.toLocaleString('en-US').padStart(7)}  ${what}`);
