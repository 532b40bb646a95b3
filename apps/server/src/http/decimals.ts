import { z } from 'zod';

/**
 * Decimals come as text. A JSON number is taken too, as long as its literal has at most 15 significant digits: so many survive the reader's
 * binary floating point unchanged. Longer literals are marked before the JSON is parsed, when their digits are still to be seen, and fail
 * the field's validation.
 */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longNumber = 'number with more than 15 digits: ';

export const isLongNumber = (value: unknown): boolean => typeof value === 'string' && value.startsWith(longNumber);

export function markLongNumbers(json: string): string {
  return json.replace(tokens, (token) => {
    if (token.startsWith('"') || token.length <= 15) return token;
    const digits = token
      .replace(/[eE].*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '');
    return digits.length > 15 ? JSON.stringify(longNumber + token) : token;
  });
}

/** The shortest text of a number without an exponent: 1e-7 is 0.0000001. */
export function plainNumber(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', head = '', tail = '', exponent = '0'] = match;
  const power = Number(exponent);
  return power < 0
    ? `${sign}0.${'0'.repeat(-power - 1)}${head}${tail}`
    : `${sign}${(head + tail).padEnd(power + 1, '0')}`;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly
  ) {
    return unwrap(schema.def.innerType);
  }
  if (schema instanceof z.ZodLazy) return unwrap(schema.def.getter());
  return schema;
}

/** The same value with every number that stands in a decimal field as text. */
export function decimalsAsText(value: unknown, schema: z.core.$ZodType): unknown {
  const inner = unwrap(schema);
  if (typeof value === 'number')
    return inner instanceof z.ZodString && Number.isFinite(value) ? decimalText(value, inner) : value;
  if (Array.isArray(value)) {
    return inner instanceof z.ZodArray ? value.map((item) => decimalsAsText(item, inner.element)) : value;
  }
  if (value === null || typeof value !== 'object' || !(inner instanceof z.ZodObject)) return value;
  const shape: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, field ? decimalsAsText(item, field) : item];
    }),
  );
}

function decimalText(value: number, schema: z.ZodString): string | number {
  return schema.meta()?.['kind'] === undefined ? value : plainNumber(value);
}
