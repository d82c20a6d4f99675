import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree, with those of TypeScript). */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };

export function parse(code: string): Node {
  return parseAst(code, { lang: 'ts' }) as unknown as Node;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The executable children of a node in source order: no types, names or human-readable texts (templates). */
export function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([field]) => isExecuted(node, field))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(
      (child) => !isType(child) && child.type !== 'ImportDeclaration' && child.type !== 'TemplateLiteral',
    )
    .toSorted((one, other) => one.start - other.start);
}

function isType({ type }: Node): boolean {
  return type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type);
}

function isExecuted(node: Node, field: string): boolean {
  if (node.type === 'Property' && node.shorthand === true)
    return field === 'value' && isNode(node.value) && node.value.type === 'AssignmentPattern';
  if (field === 'key' || field === 'property') return node.computed === true;
  return field !== 'decorators';
}
