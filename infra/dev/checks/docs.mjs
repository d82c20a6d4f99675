// Checks that every path and every npm, pnpm and node command in the Markdown files exists.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { repositoryFiles, root } from './files.mjs';

const files = repositoryFiles();
const folders = new Set(files.flatMap(parents));
const everything = [...files, ...folders];
const documents = files.filter((file) => /(^|\/)(README|CONTRIBUTING)\.md$|^docs\/.*\.md$/.test(file));

const fileEnding = /\.(ts|tsx|mjs|cjs|js|json|jsonc|md|yml|yaml|css|svg|png|html|sql|sh)$/;
/** Created by installing, building or running; absent from a clean checkout. */
const madeLater = /(^|\/)(\.data|dist|node_modules|\.turbo)(\/|$)/;
/** Built-in commands of pnpm and npm that the documents use. */
const builtIn = new Set(['install', 'add', 'exec', 'dlx', 'run', 'ci', 'why', 'update', 'audit', 'outdated']);

const problems = documents.flatMap((file) => {
  const { spans, links, lines } = read(readFileSync(join(root, file), 'utf8'));
  return [
    ...spans.filter(isPath).filter((path) => !pathExists(path, file)),
    ...links.filter((path) => !pathExists(path, file, { exactly: true })),
    ...[...spans, ...lines].filter((command) => !commandExists(command, file)),
  ].map((problem) => `${file}: ${problem}`);
});

for (const problem of problems) console.error(`does not exist: ${problem}`);
if (documents.length === 0) console.error('No documents were found');
process.exitCode = problems.length > 0 || documents.length === 0 ? 1 : 0;

/** Code spans, link targets, and the lines of code blocks. */
function read(text) {
  const lines = [];
  const prose = text.replace(
    /^( *)(```+)([\w-]*)[^\n]*\n([\s\S]*?)^\1\2/gm,
    (_all, _indent, _fence, language, body) => {
      if (/^(sh|bash|console|shell|)$/.test(language))
        lines.push(...body.split('\n').map((line) => line.trim()));
      return '';
    },
  );
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1].trim());
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map((match) => (match[1] ?? match[2]).replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  return { spans, links, lines };
}

/** Whether a code span looks like a path of this repository. */
function isPath(span) {
  if (/[\s()'"=;$|&,:]/.test(span.replace(/\{[^}]*\}/g, '')) || /^[/@~]|^\w+:|^\.\w+$/.test(span))
    return false;
  if (madeLater.test(span)) return false;
  if (fileEnding.test(span)) return true;
  return span.includes('/') && (span.endsWith('/') || folders.has(span.split('/')[0]));
}

/**
 * Resolves a path from the document, from the root, or as the end of a longer path (`chain/rpc.ts`). A bare name is
 * also valid if a program contains it, as with every file that it writes (`addresses.json`).
 */
function pathExists(path, document, { exactly = false } = {}) {
  const clean = posix.normalize(path).replace(/\/$/, '');
  const beside = posix.join(dirname(document), clean);
  if (existsSync(join(root, beside)) || existsSync(join(root, clean))) return true;
  if (exactly) return false;
  if (!clean.includes('/') && namedByPrograms(clean)) return true;
  const pattern = clean.replace(/<[^>]+>/g, '*').replaceAll('…', '**');
  return expandBraces(pattern).every((one) =>
    everything.some((file) => posix.matchesGlob(file, `**/${one}`)),
  );
}

function namedByPrograms(name) {
  return files.some(
    (file) => /\.(ts|mjs)$/.test(file) && readFileSync(join(root, file), 'utf8').includes(`'${name}'`),
  );
}

function expandBraces(path) {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(path);
  if (!match) return [path];
  return match[2].split(',').flatMap((choice) => expandBraces(match[1] + choice.trim() + match[3]));
}

function commandExists(line, document) {
  const words = line
    .replace(/^\$ /, '')
    .replace(/^(\w+=\S+ )+/, '')
    .split(/\s+/);
  const [program, ...args] = words;
  if (program === 'node') return !args[0] || args[0].startsWith('-') || pathExists(args[0], document);
  if ((program !== 'npm' && program !== 'pnpm') || args.length === 0) return true;
  const filter = args.findIndex((arg) => arg === '--filter' || arg === '-F');
  const scripts = filter < 0 ? scriptsFor(document) : scriptsOf(args.splice(filter, 2)[1]);
  const [command, script] = args;
  if (command === 'run') return script === undefined || script in scripts;
  if (command === undefined || command.startsWith('-') || builtIn.has(command) || command in scripts)
    return true;
  return program === 'pnpm' && existsSync(join(root, 'node_modules', '.bin', command));
}

/** The scripts of the document's own package and of the root. */
function scriptsFor(document) {
  const own = join(dirname(document), 'package.json');
  return { ...(existsSync(join(root, own)) ? scriptsIn(own) : {}), ...scriptsIn('package.json') };
}

function scriptsOf(name) {
  const manifest = files.find((file) => file.endsWith('package.json') && manifestOf(file).name === name);
  return manifest ? scriptsIn(manifest) : {};
}

function scriptsIn(manifest) {
  return manifestOf(manifest).scripts ?? {};
}

function manifestOf(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function parents(file) {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'));
}
