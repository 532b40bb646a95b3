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
 * Reading unknown JSON into the typed inputs of rules. A reader collects everything that is wrong instead of stopping.
 *
 * Two kinds of wrong are kept apart: a shape that is not the calculator's (`malformed`: a missing field, text where a list
 * belongs), and a value that a rule refuses (a date that does not exist, money finer than a cent).
 */
export interface Findings {
  readonly failures: Failure[];
  malformed: boolean;
  readonly unknownFields: Failure[];
}

/** What was read; undefined when it could not be, for reasons that are among the findings. */
export type Reading<T> = { readonly value: T } | undefined;
export type Reader<T> = (input: unknown, path: Path, findings: Findings) => Reading<T>;
export type ReadBy<R> = R extends (...input: never) => Reading<infer T> ? T : never;

interface OptionalField<T> {
  readonly optional: Reader<T>;
}
export type Shape = Readonly<Record<string, Reader<unknown> | OptionalField<unknown>>>;
type Value<F> = F extends OptionalField<infer T> ? T : ReadBy<F>;
type OptionalNames<S> = { [Name in keyof S]: S[Name] extends OptionalField<unknown> ? Name : never }[keyof S];

/** What a record of readers reads; optional fields are left out, never undefined. */
export type Read<S> = { readonly [Name in Exclude<keyof S, OptionalNames<S>>]: Value<S[Name]> } & {
  readonly [Name in OptionalNames<S>]?: Value<S[Name]>;
};

export function read<T>(
  reader: Reader<T>,
  input: unknown,
): { readonly reading: Reading<T>; readonly findings: Findings } {
  const findings: Findings = { failures: [], malformed: false, unknownFields: [] };
  return { reading: reader(input, [], findings), findings };
}

/** A field that may be missing, null or blank, which all mean 'no value'. */
export function optional<T>(reader: Reader<T>): OptionalField<T> {
  return { optional: reader };
}

/** A record. Fields that it does not know are reported, so that a misspelt one is not silently without effect. */
export function record<const S extends Shape>(shape: S): Reader<Read<S>> {
  return (input, path, findings) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return malformed(findings, path, 'an object');
    }
    const given = input as Readonly<Record<string, unknown>>;
    const values: Record<string, unknown> = {};
    let complete = true;
    for (const [name, field] of Object.entries(shape)) {
      const content = Object.hasOwn(given, name) ? given[name] : undefined;
      const isOptional = typeof field === 'object';
      if (isOptional && (content === undefined || content === null || content === '')) continue;
      const reading = (isOptional ? field.optional : field)(content, [...path, name], findings);
      if (reading === undefined) complete = false;
      else values[name] = reading.value;
    }
    for (const name of Object.keys(given)) {
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

/** A number that names something: kept as it was written. */
export const label: Reader<string> = (input, path, findings) =>
  typeof input === 'number' && Number.isSafeInteger(input) ? { value: String(input) } : text(input, path, findings);

/** A whole number, also as text. */
export function whole(least: number, most: number): Reader<number> {
  return (input, path, findings) => {
    const value = typeof input === 'string' && /^-?\d{1,9}$/.test(input) ? Number(input) : input;
    if (typeof value !== 'number' || !Number.isInteger(value)) return malformed(findings, path, 'a whole number');
    if (value >= least && value <= most) return { value };
    findings.failures.push(fail('NUMBER_RANGE', path, `expected ${least} to ${most}`));
    return undefined;
  };
}

export function oneOf<const T extends string>(...choices: readonly T[]): Reader<T> {
  return (input, path, findings) => {
    const value = choices.find((choice) => choice === input);
    return value === undefined ? malformed(findings, path, `one of ${choices.join(', ')}`) : { value };
  };
}

/** Null or blank where a value may be missing but the rule has to be told so. */
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
  return fail('UNKNOWN_FIELD', path, 'this field is not known here and has no effect');
}
