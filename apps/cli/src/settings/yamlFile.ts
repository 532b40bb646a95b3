import { readFile } from 'node:fs/promises';
import { isCollection, isMap, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { z } from 'zod';
import { CommandStop } from '../run/commandStop.ts';
import { didYouMean } from '../run/closest.ts';

export type Path = readonly (string | number)[];

/** A YAML file that was understood, and where each part of it stands. */
export interface YamlFile<T> {
  readonly value: T;
  readonly text: string;
  /** `batch.yaml:7:5`, the place of a part or of the nearest thing around it. */
  locationOf(path: Path): string;
}

/** An error in a file, with its line, field and reason. */
export interface Mistake {
  readonly path: Path;
  readonly text: string;
  /** True for a field that the schema doesn't have. */
  readonly isUnknownField: boolean;
}

/** A YAML file with its errors. The value is undefined if there are any. */
export interface CheckedYaml<T> extends Omit<YamlFile<T>, 'value'> {
  readonly value: T | undefined;
  /** Its content before the schema. */
  readonly raw: unknown;
  readonly mistakes: readonly Mistake[];
}

const mostBytes = 1_000_000;

/**
 * Reads a file by its schema.
 *
 * Fails: a stop that lists all errors, or says that there is no such file.
 */
export async function yamlFile<S extends z.ZodType>(file: string, schema: S): Promise<YamlFile<z.output<S>>> {
  const { value, mistakes, ...read } = await checkedYaml(file, schema);
  if (mistakes.length > 0)
    throw new CommandStop(
      'misused',
      `${file} has errors. Nothing was done.`,
      mistakes.map(({ text }) => text),
    );
  return { ...read, value: value as z.output<S> };
}

/**
 * Reads a file by its schema and returns all errors, for callers that find further ones.
 *
 * Fails: a stop that there is no such file, or that it isn't YAML.
 */
export async function checkedYaml<S extends z.ZodType>(file: string, schema: S): Promise<CheckedYaml<z.output<S>>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder',
      EACCES: 'you don’t have permission to read it',
    };
    throw new CommandStop('misused', `${file}: ${why[error.code as keyof typeof why] ?? error.message}.`);
  });
  if (text.length > mostBytes) throw new CommandStop('misused', `${file}: it is larger than 1 MB.`);
  return readYaml(file, text, schema);
}

/** The same of a text; `place` is what it is called. */
function readYaml<S extends z.ZodType>(file: string, text: string, schema: S): CheckedYaml<z.output<S>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    const wrong = document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`);
    throw new CommandStop('misused', `${file} isn’t valid YAML.`, wrong);
  }
  const locationOf = (path: Path) => at(offsetOf(document.contents, path));
  const raw = plain(document, file);
  const read = schema.safeParse(raw, {
    error: (issue) => sentences[issue.code ?? '']?.(issue as never),
  });
  if (read.success) return { value: read.data, raw, text, locationOf, mistakes: [] };
  const mistake = (path: Path, message: string, isUnknownField = false): Mistake => ({
    path,
    text: problem(locationOf(path), path, message),
    isUnknownField,
  });
  const mistakes = read.error.issues.flatMap(({ code, path, message, ...more }) => {
    const keys = code === 'unrecognized_keys' ? (more as { readonly keys: readonly string[] }).keys : undefined;
    if (!keys) return [mistake(path as Path, message)];
    const names = keysAt(schema, path as Path);
    return keys.map((key) => mistake([...(path as Path), key], `is unknown${didYouMean(key, names)}`, true));
  });
  return { value: undefined, raw, text, locationOf, mistakes };
}

/** Sorts errors by their lines. */
export const inLineOrder = (problems: readonly string[]): readonly string[] => {
  const positionOf = (text: string) => /^.*?:(\d+):(\d+)[ :]/.exec(text)?.slice(1).map(Number) ?? [0, 0];
  return problems.toSorted((first, other) => {
    const [[line = 0, column = 0], [otherLine = 0, otherColumn = 0]] = [positionOf(first), positionOf(other)];
    return line - otherLine || column - otherColumn;
  });
};

/** `batch.yaml:7:5 reports[0].formats: is …`. */
export const problem = (file: string, path: Path, message: string): string => {
  const field = path.reduce<string>(
    (all, part) => (typeof part === 'number' ? `${all}[${part + 1}]` : all === '' ? part : `${all}.${part}`),
    '',
  );
  return `${file}${field === '' ? '' : ` ${field}`}: ${message}`;
};

const kindsOfValue: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'a set of fields',
  number: 'a number',
};
/** The validator's messages, as sentences. */
const sentences: Readonly<Record<string, (issue: { expected?: string; input?: unknown }) => string | undefined>> = {
  invalid_type: ({ expected = '', input }) =>
    input === undefined ? 'is missing' : `must be ${kindsOfValue[expected] ?? expected}`,
};

function plain(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new CommandStop('misused', `${file}: ${(error as Error).message}`);
  }
}

/** The position of a part; for a missing part, that of its container. */
function offsetOf(root: ParsedNode | null, path: Path): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    if (!isCollection(node)) break;
    // Of a field its name, so that one without a value has a place too.
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === String(part)) : undefined;
    const inner: unknown = pair ? (pair.value ?? pair.key) : node.get(part, true);
    const begins = (pair?.key as Node | undefined)?.range?.[0] ?? (inner as Node | undefined)?.range?.[0];
    if (begins === undefined) break;
    offset = begins;
    node = inner;
  }
  return offset;
}

/** The fields that the schema knows there. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema | undefined;
  for (const part of path) node = typeof part === 'number' ? itemsOf(node) : fieldsOf(node)[part];
  return Object.keys(fieldsOf(node));
}
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}
const itemsOf = (node: JsonSchema | undefined): JsonSchema | undefined =>
  node?.items ?? node?.anyOf?.find(({ items }) => items)?.items;
const fieldsOf = (node: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> =>
  node?.properties ?? node?.anyOf?.find(({ properties }) => properties)?.properties ?? {};
