import { z } from 'zod';

/** Returns the shortest text of a number without an exponent: 1e-7 is 0.0000001. */
function plainNumber(value: number): string {
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

/**
 * Converts numbers in decimal fields to text. Decimals are sent as text, but a JSON number is accepted too if reading
 * it didn't change it (`scanJson`).
 */
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
