import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}
const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';
const nodesIn = (part: unknown): readonly Node[] => (Array.isArray(part) ? part : [part]).filter(isNode);

const withId = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'VariableDeclarator',
  'TSEnumMember',
]);
const withKey = new Set([
  'TSPropertySignature',
  'TSMethodSignature',
  'PropertyDefinition',
  'MethodDefinition',
  'TSAbstractPropertyDefinition',
  'TSAbstractMethodDefinition',
  'Property',
]);

/** The parts of a pattern that declare names: `{ a: b, c = 1, ...rest }` declares b, c and rest. */
const partsOfPattern: Readonly<Record<string, readonly string[]>> = {
  ObjectPattern: ['properties'],
  Property: ['value'],
  ArrayPattern: ['elements'],
  AssignmentPattern: ['left'],
  RestElement: ['argument'],
  TSParameterProperty: ['parameter'],
};

function namesOfPattern(pattern: Node): readonly string[] {
  if (pattern.type === 'Identifier') return [String(pattern['name'])];
  return (partsOfPattern[pattern.type] ?? []).flatMap((part) => nodesIn(pattern[part]).flatMap(namesOfPattern));
}

const nameOfKey = (key: unknown): readonly string[] =>
  nodesIn(key).flatMap(({ type, name }) => (/^(?:Private)?Identifier$/.test(type) ? [String(name)] : []));

function ownNames(node: Node, isInPattern: boolean): readonly string[] {
  const parameters = nodesIn(node['params']).flatMap(namesOfPattern);
  if (withId.has(node.type)) return [...nodesIn(node['id']).flatMap(namesOfPattern), ...parameters];
  // The key of a pattern is declared by the object that it reads.
  if (withKey.has(node.type) && !isInPattern && node['computed'] !== true) return nameOfKey(node['key']);
  if (node.type === 'CatchClause') return nodesIn(node['param']).flatMap(namesOfPattern);
  if (node.type === 'ImportSpecifier') return namesOfImport(node);
  return parameters;
}

function namesOfImport({ imported, local }: Node): readonly string[] {
  const [name = ''] = nameOfKey(imported);
  return nameOfKey(local).filter((own) => own !== name);
}

/** Returns the names that a file declares: variables, functions, types, members, parameters, destructured names and keys of objects. */
export function declaredNames(path: string, text: string): readonly string[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message ?? ''}`);
  const names: string[] = [];
  const visit = (node: Node, isInPattern: boolean): void => {
    names.push(...ownNames(node, isInPattern));
    const inPattern = node.type === 'ObjectPattern';
    for (const part of Object.values(node)) for (const child of nodesIn(part)) visit(child, inPattern);
  };
  for (const node of nodesIn(program)) visit(node, false);
  return names;
}
