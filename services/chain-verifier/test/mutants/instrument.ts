import { type Change, changesOf } from './changes.ts';
import { childrenOf, isNode, type Node, parse } from './syntax.ts';

/** One change to the source; `change` shows the original and its replacement. */
export type Mutant = { id: number; file: string; line: number; change: string };

/** The source with all its mutants, each behind a check whether it is active; and their list. */
export function instrument(code: string, file: string, firstId: number): { code: string; mutants: Mutant[] } {
  const mutants: Mutant[] = [];

  const note = (node: Node, text: string): string => {
    const id = firstId + mutants.length;
    const line = code.slice(0, node.start).split('\n').length;
    mutants.push({ id, file, line, change: `${short(code.slice(node.start, node.end))} -> ${short(text)}` });
    return `globalThis.mutants.isActive(${id})`;
  };

  function render(node: Node, parent: Node | null, isFixed: boolean): string {
    let [text, from] = ['', node.start];
    for (const child of childrenOf(node)) {
      text += code.slice(from, child.start) + render(child, node, isFixedIn(node, child));
      from = child.end;
    }
    text += code.slice(from, node.end);
    if (isConstant(node, parent)) return renewable(text);
    if (isFixed) return text;
    return changesOf(node, parent, code).reduceRight((rest, change) => wrap(node, rest, change), text);
  }

  function wrap(node: Node, rest: string, { text, statement }: Change): string {
    if (statement) return `{ if (!${note(node, 'nothing')}) { ${rest} } }`;
    return `(${note(node, text)} ? (${text}) : (${rest}))`;
  }

  return { code: render(parse(code), null, false), mutants };
}

/** A module-level constant with a single name. */
function isConstant({ type, kind, declarations }: Node, parent: Node | null): boolean {
  const isOfModule = parent?.type === 'Program' || parent?.type === 'ExportNamedDeclaration';
  return isOfModule && type === 'VariableDeclaration' && kind === 'const' && Array.isArray(declarations);
}

/** Makes the value recomputable once a mutant in it is active. */
function renewable(declaration: string): string {
  const [, name, value] = /^const (\w+).*? =\s+(.*?);?$/s.exec(declaration) ?? [];
  if (name === undefined) throw new Error(`a constant of another form: ${declaration.slice(0, 80)}`);
  return `${declaration.replace('const', 'let')}; globalThis.mutants.renewals.push(() => { ${name} = ${value}; });`;
}

/** Links of a chain (`a?.b().c`) and assignment targets must not be wrapped in parentheses. */
function isFixedIn(node: Node, child: Node): boolean {
  if (node.type === 'AssignmentExpression') return child === node.left;
  return node.type === 'MemberExpression' && child === node.object && isOptional(child);
}

function isOptional(node: Node): boolean {
  const inner = node.object ?? node.callee;
  return node.optional === true || (isNode(inner) && isOptional(inner));
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
}
