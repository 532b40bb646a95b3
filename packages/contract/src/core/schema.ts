import { dateOutOfBounds, dateYears } from '@carrara/domain/kernel/dateBounds';
import { normalizeName, unseenCharacter } from '@carrara/domain/kernel/plainText';
import { isTooMuchMoney, tooMuchMoney } from '@carrara/domain/kernel/typedNumber';
import { z } from 'zod';
import type { Field, Fields } from './fields.ts';
import { type DecimalKind, emptyId, type Kind, kinds, maxCount, type Reference, years } from './kinds.ts';

/** The default message for invalid values. It follows the name of the field: 'is not a number'. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && issue.input === null) return 'is required';
    if (issue.code === 'invalid_type' && issue.input !== undefined)
      return ofType[issue.expected as keyof typeof ofType] ?? 'is not valid';
    if (issue.code === 'invalid_value') return `isn’t one of ${issue.values.map(String).join(', ')}`;
    if (issue.code === 'invalid_union') return 'is not valid';
    if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
    const limit = Number(issue.code === 'too_big' ? issue['maximum'] : issue['minimum']);
    if (issue.code === 'too_small' && issue.origin === 'string' && limit === 1) return 'is required';
    if (issue.origin === 'array') {
      const entries = `${limit.toLocaleString('en')} ${limit === 1 ? 'entry' : 'entries'}`;
      return issue.code === 'too_big' ? `can have at most ${entries}` : `needs at least ${entries}`;
    }
    const phrases = ofLimit[issue.origin as keyof typeof ofLimit];
    if (phrases === undefined) return undefined;
    const [more, less, unit] = phrases;
    return `${issue.code === 'too_big' ? more : less} ${limit.toLocaleString('en')}${unit}`;
  },
});
const ofType = {
  object: 'is not an object',
  array: 'is not a list',
  string: 'must be a single text',
  number: 'is not a number',
  int: 'is not a whole number',
  boolean: 'must be true or false',
} as const;
const ofLimit = {
  number: ['is more than', 'is less than', ''],
  int: ['is more than', 'is less than', ''],
  string: ['is longer than', 'is shorter than', ' characters'],
} as const;

/** Continues the name of a field whose value isn't an id. */
const notAnId = 'is not an id (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx)';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A UUID of any version, including the all-zero one, which means 'none'. */
export const id = () => z.string().regex(uuid, notAnId);
/** The id of a reference. A cleared choice in a form arrives as an empty text, which also means 'none'. */
const idOrBlank = () =>
  z
    .string()
    .overwrite((text) => (text === '' ? emptyId : text))
    .regex(uuid, notAnId);

/** Returns why a text isn't a date that can be entered, as a sentence without its subject; undefined if it is one. */
export const dateProblem = (text: string): string | undefined => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const notADate = 'is not a calendar date (YYYY-MM-DD)';
  if (!match) return notADate;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  if (days === undefined || day < 1 || day > days) return notADate;
  return dateOutOfBounds(text) === undefined
    ? undefined
    : `is outside the dates allowed, 01/01/${dateYears.first} to 12/31/${dateYears.last}`;
};

/** A date that rules can count quarters to. Every date of a call is one, so that none makes the server count for thousands of years. */
export const date = () =>
  z
    .string()
    .refine((text) => dateProblem(text) === undefined, { error: ({ input }) => dateProblem(String(input)) })
    .meta({ format: 'date' });
export const instant = () => z.iso.datetime();

/** A decimal as text: at most `digits` before the point and `decimals` after it; no exponent, no hex, never NaN. */
function decimalText(decimals: number, negative: boolean, digits = 20) {
  const sign = negative ? '-?' : '';
  const pattern = new RegExp(`^${sign}\\d{1,${digits}}(\\.\\d{1,${decimals}})?$`);
  const hint = negative ? '' : ', zero or more';
  // If the text isn't a number, skip the other checks.
  const error = `is not a number with at most ${decimals} decimals${hint}`;
  return z.string().regex(pattern, { error, abort: true });
}
/** A decimal as input, at most `most`. Amounts of money are limited to what the ledger accepts (`tooMuchMoney`). */
export const decimal = (kind: DecimalKind, { negative = false, most }: { negative?: boolean; most?: number } = {}) => {
  // An amount of any length gets the message that it is too large.
  const entered = decimalText(kinds[kind].inputDecimals, negative, kind === 'money' ? 100 : undefined);
  const bounded =
    most === undefined ? entered : entered.refine((text) => Number(text) <= most, `is more than ${String(most)}`);
  return (kind === 'money' ? bounded.refine((text) => !isTooMuchMoney(text), tooMuchMoney) : bounded).meta({ kind });
};
/** An amount in a response. Sums may exceed the limit of a single input. */
const sumOfMoney = () => decimalText(kinds.money.inputDecimals, true).meta({ kind: 'money' });
/** A decimal of any sign in a response. */
export const figure = (kind: DecimalKind) => decimalText(12, true).meta({ kind });
/** An optional figure. Null means 'no value' and is displayed as a dash. */
export const figureOrNull = (kind: DecimalKind) => figure(kind).nullable();

/** A text of any characters: a search, a password, or text being typed. */
export const anyText = (max = 200) => z.string().max(max, `is longer than ${max} characters`);
const visibleText = (max: number, inLines: boolean) =>
  anyText(max).refine((candidate) => unseenCharacter(candidate, { inLines }) === undefined, {
    error: ({ input }) => unseenCharacter(String(input), { inLines }),
  });
/** A text of one line, such as a name. Normalized, so that names that look equal compare as equal. */
export const text = (max = 200) => visibleText(max, false).overwrite(normalizeName);
/** A text of several lines. */
export const longText = (max = 4000) => visibleText(max, true);
const MOST_LINES = 10;
const LONGEST_LINE = 120;
const linesIn = (content: string): readonly string[] => content.split('\n');
/** The address in a letterhead, which must fit above the text of the first page. */
export const letterheadAddress = (max: number) =>
  longText(max)
    .refine((content) => linesIn(content).length <= MOST_LINES, `has more than ${MOST_LINES} lines`)
    .refine(
      (content) => linesIn(content).every(({ length }) => length <= LONGEST_LINE),
      `has a line of more than ${LONGEST_LINE} characters`,
    );
export const requiredText = (max = 200) => text(max).trim().min(1, 'is required');
export const requiredLongText = (max = 4000) => longText(max).trim().min(1, 'is required');
export const status = () => z.strictObject({ code: z.string(), description: z.string() });
export const reference = () =>
  z.strictObject({
    id: idOrBlank(),
    code: z.string().nullish(),
    name: z.string().nullish(),
    description: z.string().nullish(),
  });

/** An amount for each currency, sorted by code. */
export const amounts = () =>
  z.array(z.strictObject({ currency: z.string().max(50).nullable(), amount: figure('money') })).max(1000);

const address = () =>
  z.strictObject({
    addressLine1: text().nullish(),
    addressLine2: text().nullish(),
    city: text().nullish(),
    stateRegion: text().nullish(),
    postalCode: text(50).nullish(),
    country: reference().nullish(),
  });

const notAYear = `is not a year from ${years.first} to ${years.last}`;
/** A year in an address. */
export const requestedYear = () => z.coerce.number().int().min(years.first, notAYear).max(years.last, notAYear);

/** The schema of each kind. This is the only place that connects kinds with the validator. */
const schemas = {
  id: () => id(),
  text: (field) => text(field.max ?? 200),
  longText: (field) => longText(field.max ?? 4000),
  email: (field) => z.union([z.literal(''), z.email('is not an e-mail address').max(field.max ?? 200)]),
  code: (field) => text(field.max ?? 50),
  boolean: () => z.boolean(),
  count: (field) =>
    z
      .int()
      .min(field.least ?? (field.negative ? -maxCount : 0))
      .max(field.most ?? maxCount),
  money: (field) => decimal('money', field),
  amounts: () => amounts(),
  percent: (field) => decimal('percent', field),
  shares: (field) => decimal('shares', field),
  multiple: (field) => decimal('multiple', field),
  rate: (field) => decimal('rate', field),
  return: (field) => decimal('return', field),
  spanReturn: (field) => decimal('spanReturn', field),
  partialReturn: (field) => decimal('partialReturn', field),
  partialSpanReturn: (field) => decimal('partialSpanReturn', field),
  partialMultiple: (field) => decimal('partialMultiple', field),
  partialMoney: (field) => decimal('partialMoney', field),
  rolledMoney: (field) => decimal('rolledMoney', field),
  year: () => z.int().min(years.first, notAYear).max(years.last, notAYear),
  years: (field) => decimal('years', field),
  date: () => date(),
  instant: () => instant(),
  status: () => status(),
  reference: () => reference(),
  referenceList: () => z.array(reference()).max(1000),
  address: () => address(),
  // 4 MB is a third longer in base64, plus the prefix of the data URL.
  picture: () => z.string().max(5_700_000),
} satisfies Record<Kind, (field: Field) => z.ZodType>;

type SchemaOfKind<K extends Kind> = ReturnType<(typeof schemas)[K]>;
type EnteredSchema<K extends Kind> = K extends 'status' ? typeof enteredStatus : SchemaOfKind<K>;
type FieldSchema<F extends Field> = F extends { readonly required: true }
  ? EnteredSchema<F['kind']>
  : z.ZodOptional<z.ZodNullable<EnteredSchema<F['kind']>>>;
type FieldResult<F extends Field> = F extends { readonly required: true }
  ? SchemaOfKind<F['kind']>
  : z.ZodNullable<SchemaOfKind<F['kind']>>;
type Writable<F extends Fields> = { [K in keyof F as F[K] extends { readonly readOnly: true } ? never : K]: F[K] };

/** The schemas of the writable fields, by name. */
export type InputShape<F extends Fields> = { [K in keyof Writable<F>]: FieldSchema<Writable<F>[K]> };

const isBlank = (value: unknown) => value === '' || value === undefined || value === null;

/** Accepts a status by its code. Its description is the product's own. */
const enteredStatus = z.strictObject({ code: z.string(), description: z.string().nullish() });
function statusInput({ options }: Field): z.ZodType {
  if (!options) return enteredStatus;
  const codes = options.map(({ code }) => code);
  return enteredStatus.refine(({ code }) => codes.includes(code), {
    path: ['code'],
    error: `isn’t one of ${codes.join(', ')}`,
  });
}

function inputSchema(field: Field): z.ZodType {
  const schema: z.ZodType = field.kind === 'status' ? statusInput(field) : schemas[field.kind](field);
  if (!field.required) return schema.nullish();
  if (field.kind === 'reference') return schema.refine((value) => (value as Reference).id !== emptyId, 'is required');
  return field.kind === 'text' || field.kind === 'code' || field.kind === 'longText' || field.kind === 'email'
    ? schema.refine((value) => !isBlank(typeof value === 'string' ? value.trim() : value), 'is required')
    : schema;
}

/** Returns the schema for a save: required fields must be present; other writable fields may be absent, null or a value. */
export function buildInputSchema<F extends Fields>(fields: F) {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly);
  const shape = Object.fromEntries(writable.map(([name, field]) => [name, inputSchema(field)]));
  return z.strictObject(shape as InputShape<F>);
}

/** Returns the schema of a response: every field, null if it has no value. */
export function resultSchema<F extends Fields>(fields: F) {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = field.kind === 'money' ? sumOfMoney() : schemas[field.kind]({ ...field, negative: true });
      return [name, field.required ? schema : schema.nullable()];
    }),
  );
  return z.object(shape as { [K in keyof F]: FieldResult<F[K]> });
}

/** The parts that a sum, mean or ratio includes, and those left out, with the reason. */
export const coverage = () =>
  z.object({
    included: z.int(),
    total: z.int(),
    excluded: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string(), lastDate: date().nullable() })),
    /** Late parts that are included with an earlier amount, if requested. */
    carried: z.array(z.object({ id: z.string(), name: z.string(), lastDate: date() })),
    /** The parts that some of the included parts leave out themselves. */
    partly: z
      .array(z.object({ id: z.string(), name: z.string(), reason: z.string(), lastDate: date().nullable() }))
      .optional(),
  });

/** The coverage of each figure of a row, by field. */
export const coverages = () => z.array(coverage().extend({ field: z.string() }));
