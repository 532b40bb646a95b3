import { readFile } from 'node:fs/promises';
import {
  type Alias,
  CST,
  type ErrorCode,
  isCollection,
  isMap,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  Parser,
  visit,
} from 'yaml';
import { z } from 'zod';
import { CommandStop } from '../run/commandStop.ts';
import { didYouMean } from '../run/closestNames.ts';

export type Path = readonly (string | number)[];

/** A valid YAML file, with the location of each part. */
export interface YamlFile<T> {
  readonly value: T;
  readonly text: string;
  /** `batch.yaml:7:5`, the location of a part or of the nearest part around it. */
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
/** No file needs more levels. The YAML library runs out of memory at some thousands. */
const mostLevels = 50;

/**
 * Reads a file and checks it with a schema.
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
 * Reads a file and checks it with a schema. Returns all errors, so that callers can add their own.
 *
 * Fails: a stop, if there is no such file, or it isn't YAML.
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

/** Like `checkedYaml`, for a text. `file` is its name in messages. */
function readYaml<S extends z.ZodType>(file: string, text: string, schema: S): CheckedYaml<z.output<S>> {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const refuse = (wrong: readonly (readonly [offset: number, text: string])[]) => {
    if (wrong.length === 0) return;
    const details = wrong.map(([offset, sentence]) => `${at(offset)}: ${sentence}`);
    throw new CommandStop('misused', `${file} can’t be read as YAML. Nothing was done.`, details);
  };
  const deepest = tooDeep(tokens);
  if (deepest) refuse([[deepest.offset, `The file has more than ${mostLevels} levels here. Write it with fewer.`]]);
  // With text keys only, a list or a set of fields as a field's name is refused instead of converted to text.
  const document = parseDocument(text, { prettyErrors: false, stringKeys: true });
  refuse(document.errors.map(({ pos, code }) => [pos[0], syntaxErrors[code]]));
  const aliases = aliasesIn(document);
  const unresolved = aliases.filter((alias) => alias.resolve(document) === undefined);
  refuse(
    unresolved.map(({ range, source }) => [
      range?.[0] ?? 0,
      `No value above has the anchor &${source}. Add the anchor, or write the value instead of *${source}.`,
    ]),
  );
  preserveDigits(document);
  const locationOf = (path: Path) => at(offsetOf(document.contents, path));
  const raw = withValuesOfAliases(document);
  if (raw === undefined) refuse([[aliases.at(-1)?.range?.[0] ?? 0, tooManyAliases]]);
  const read = schema.safeParse(raw, {
    error: (issue) => sentences[issue.code ?? '']?.(issue as never),
  });
  if (read.success) return { value: read.data, raw, text, locationOf, mistakes: [] };
  const mistake = (path: Path, message: string, isUnknownField = false): Mistake => ({
    path,
    text: problem(locationOf(path), path, path.length === 0 ? `the file ${message}` : message),
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
export const sortByLine = (problems: readonly string[]): readonly string[] => {
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

const fields = 'a set of fields, such as { name: value }';
const kindsOfValue: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: fields,
  record: fields,
  number: 'a number',
};
/** The validator's messages, as sentences. */
const sentences: Readonly<Record<string, (issue: { expected?: string; input?: unknown }) => string | undefined>> = {
  invalid_type: ({ expected = '', input }) => {
    const kind = kindsOfValue[expected];
    if (input === undefined) return 'is missing';
    return kind === undefined ? 'isn’t valid' : `must be ${kind}`;
  },
};

/** The error texts of files that aren't YAML, by the library's code, each with the next step. */
const syntaxErrors: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'An alias (*name) can’t have a mark or a tag of its own. Remove them.',
  BAD_ALIAS: 'A mark (&name) or alias (*name) needs a name that doesn’t end in a colon. Change it.',
  BAD_COLLECTION_TYPE: 'The tag (!name) doesn’t match this value. Remove it.',
  BAD_DIRECTIVE: 'A line can’t begin with % here. Remove it.',
  BAD_DQ_ESCAPE: 'A backslash (\\) in this text has no meaning. Write it twice, or use single quotation marks.',
  BAD_INDENT:
    'The indentation is wrong, or a closing bracket is missing above. Indent all fields or items of one list or set alike.',
  BAD_PROP_ORDER: 'A mark (&name) or tag (!name) belongs after the - or : sign. Move it.',
  BAD_SCALAR_START: 'A text can’t begin with this character. Put it in quotation marks.',
  BLOCK_AS_IMPLICIT_KEY:
    'A second value begins on this line. Put it on a line of its own or, if it is text, in quotation marks.',
  BLOCK_IN_FLOW:
    'Lines with - or indentation can’t be inside brackets. Use either brackets or indentation for the whole list or set.',
  DUPLICATE_KEY: 'This field occurs twice. Remove one.',
  IMPOSSIBLE: 'This can’t be read. Write it again.',
  KEY_OVER_1024_CHARS:
    'A field’s name is longer than 1,024 characters. Check for a missing quotation mark or line break.',
  MISSING_CHAR: 'Something is missing here, such as a colon, a comma, a closing bracket or a quotation mark. Add it.',
  MULTILINE_IMPLICIT_KEY: 'A field’s name must be on one line. Check for a missing colon or quotation mark above.',
  MULTIPLE_ANCHORS: 'A value can have one mark (&name). Remove the others.',
  MULTIPLE_DOCS: 'A file can have one document. Remove the line --- and everything after it.',
  MULTIPLE_TAGS: 'A value can have one tag (!name). Remove the others.',
  NON_STRING_KEY: 'A field’s name must be text, not a list or a set of fields. Change it.',
  RESOURCE_EXHAUSTION: 'The file has too many levels here. Write it with fewer.',
  TAB_AS_INDENT: 'A tab can’t indent a line. Use spaces.',
  TAG_RESOLVE_FAILED: 'This tag (!name) can’t be used here. Remove it.',
  UNEXPECTED_TOKEN: 'This can’t be here. Remove it or, if it belongs to a text, put the text in quotation marks.',
};
const tooManyAliases = 'Aliases (*name) repeat too many values. Write the values out.';

/** Returns a token at the first level that is too deep. It doesn't recurse, so it can check a file of any depth. */
function tooDeep(tokens: readonly CST.Token[]): CST.Token | undefined {
  let level = tokens;
  for (let depth = 0; depth <= mostLevels && level.length > 0; depth += 1) level = level.flatMap(partsOf);
  return level[0];
}
function partsOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value]).filter((part) => part !== undefined && part !== null);
}

/** Turns numbers whose digits would change, such as very long ones, into the text that the file has for them. */
function preserveDigits(document: ReturnType<typeof parseDocument>): void {
  visit(document, {
    Scalar(_key, scalar) {
      const { value, source = '' } = scalar;
      if (typeof value !== 'number' || !/^[-+]?\d+(\.\d+)?$/.test(source)) return;
      if (String(value) !== source.replace(/^\+/, '')) scalar.value = source;
    },
  });
}

function aliasesIn(document: ReturnType<typeof parseDocument>): readonly Alias[] {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_key, alias) => void aliases.push(alias) });
  return aliases;
}

/** Returns the plain content, or undefined if aliases repeat too much, such as in a file made to exhaust memory. */
function withValuesOfAliases(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? null;
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** The position of a part, or of its container if the part is missing. */
function offsetOf(root: ParsedNode | null, path: Path): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const part of path) {
    if (!isCollection(node)) break;
    // A field without a value has a location too: that of its name.
    const pair = isMap(node) ? node.items.find(({ key }) => String(key) === String(part)) : undefined;
    const inner: unknown = pair ? (pair.value ?? pair.key) : node.get(part, true);
    const begins = (pair?.key as Node | undefined)?.range?.[0] ?? (inner as Node | undefined)?.range?.[0];
    if (begins === undefined) break;
    offset = begins;
    node = inner;
  }
  return offset;
}

/** The fields of the schema at a path. */
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
