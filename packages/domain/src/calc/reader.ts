import {
  type CalendarDate,
  type Decimal,
  type Failure,
  fail,
  type Path,
  parseDate,
  parseDecimal,
  parseMoney,
  type Result,
} from '../kernel/index.ts';

/**
 * Problems found while reading unknown JSON into a rule's typed inputs. A reader collects all of them instead of stopping at the first.
 *
 * `malformed` means that the shape doesn't match the calculator's (a missing field, text instead of a list). Other failures are values that a rule
 * rejects (a date that doesn't exist, money finer than a cent).
 */
export interface Findings {
  readonly failures: Failure[];
  malformed: boolean;
  readonly unknownFields: Failure[];
}

/** The value that was read; undefined if reading failed. The reasons are then among the findings. */
export type Reading<T> = { readonly value: T } | undefined;
export type Reader<T> = (input: unknown, path: Path, findings: Findings) => Reading<T>;
export type ReadValue<R> = R extends (...input: never) => Reading<infer T> ? T : never;

interface OptionalField<T> {
  readonly optional: Reader<T>;
}
export type Shape = Readonly<Record<string, Reader<unknown> | OptionalField<unknown>>>;
type Value<F> = F extends OptionalField<infer T> ? T : ReadValue<F>;
type OptionalNames<S> = { [Name in keyof S]: S[Name] extends OptionalField<unknown> ? Name : never }[keyof S];

/** The type that a record of readers returns. Missing optional fields are absent rather than undefined. */
export type Read<S> = { readonly [Name in Exclude<keyof S, OptionalNames<S>>]: Value<S[Name]> } & {
  readonly [Name in OptionalNames<S>]?: Value<S[Name]>;
};

export function readInput<T>(
  reader: Reader<T>,
  input: unknown,
): { readonly reading: Reading<T>; readonly findings: Findings } {
  const findings: Findings = { failures: [], malformed: false, unknownFields: [] };
  return { reading: reader(input, [], findings), findings };
}

/** Marks a field as optional. A missing, null or blank field means 'no value'. */
export function optional<T>(reader: Reader<T>): OptionalField<T> {
  return { optional: reader };
}

/** Returns a reader for a record. Unknown fields are reported so that a misspelled one isn't silently ignored. */
export function record<const S extends Shape>(shape: S): Reader<Read<S>> {
  return (input, path, findings) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return malformed(findings, path, 'an object');
    }
    const source = input as Readonly<Record<string, unknown>>;
    const values: Record<string, unknown> = {};
    let complete = true;
    for (const [name, field] of Object.entries(shape)) {
      const content = Object.hasOwn(source, name) ? source[name] : undefined;
      const isOptional = typeof field === 'object';
      if (isOptional && (content === undefined || content === null || content === '')) continue;
      const reading = (isOptional ? field.optional : field)(content, [...path, name], findings);
      if (reading === undefined) complete = false;
      else values[name] = reading.value;
    }
    for (const name of Object.keys(source)) {
      if (!Object.hasOwn(shape, name)) findings.unknownFields.push(unknownField([...path, name]));
    }
    return complete ? { value: values as Read<S> } : undefined;
  };
}

export function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (input, path, findings) => {
    if (!Array.isArray(input)) return malformed(findings, path, 'a list');
    const values: T[] = [];
    input.forEach((item: unknown, i) => {
      const reading = reader(item, [...path, i], findings);
      if (reading !== undefined) values.push(reading.value);
    });
    return values.length === input.length ? { value: values } : undefined;
  };
}

export const money: Reader<Decimal> = number(parseMoney);
export const figure: Reader<Decimal> = number(parseDecimal);
export const date: Reader<CalendarDate> = (input, path, findings) =>
  typeof input === 'string' ? settled(parseDate(input, path), findings) : malformed(findings, path, 'a date as text');

const MAX_TEXT = 200;

export const text: Reader<string> = (input, path, findings) => {
  if (typeof input === 'string' && input.length > 0 && input.length <= MAX_TEXT) return { value: input };
  return malformed(findings, path, `a text of 1 to ${MAX_TEXT} characters`);
};

export const flag: Reader<boolean> = (input, path, findings) =>
  typeof input === 'boolean' ? { value: input } : malformed(findings, path, 'true or false');

/** Reads a label that may be written as a number. The number is stored as text, as written. */
export const label: Reader<string> = (input, path, findings) =>
  typeof input === 'number' && Number.isSafeInteger(input) ? { value: String(input) } : text(input, path, findings);

/** Reads a whole number, also when it is written as text. */
export function wholeNumberReader(least: number, most: number): Reader<number> {
  return (input, path, findings) => {
    const value = typeof input === 'string' && /^-?\d{1,9}$/.test(input) ? Number(input) : input;
    if (typeof value !== 'number' || !Number.isInteger(value)) return malformed(findings, path, 'a whole number');
    if (value >= least && value <= most) return { value };
    findings.failures.push(fail('NUMBER_RANGE', path, `expected ${least} to ${most}`));
    return undefined;
  };
}

export function choiceReader<const T extends string>(...choices: readonly T[]): Reader<T> {
  return (input, path, findings) => {
    const value = choices.find((choice) => choice === input);
    return value === undefined ? malformed(findings, path, `one of ${choices.join(', ')}`) : { value };
  };
}

/** Reads a value that may be null or blank. The rule receives null rather than a missing field. */
export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (input, path, findings) =>
    input === null || input === undefined || input === '' ? { value: null } : reader(input, path, findings);
}

function number(parse: (input: unknown, path: Path) => Result<Decimal, Failure>): Reader<Decimal> {
  return (input, path, findings) =>
    typeof input === 'string' || typeof input === 'number'
      ? settled(parse(input, path), findings)
      : malformed(findings, path, 'a decimal number as text');
}

function settled<T>(result: Result<T, Failure>, findings: Findings): Reading<T> {
  if (result.isOk()) return { value: result.value };
  findings.failures.push(result.error);
  return undefined;
}

function malformed(findings: Findings, path: Path, expected: string): undefined {
  findings.malformed = true;
  findings.failures.push(fail('MALFORMED', path, `expected ${expected}`));
  return undefined;
}

function unknownField(path: Path): Failure {
  return fail('UNKNOWN_FIELD', path, 'this field is unknown and has no effect');
}
