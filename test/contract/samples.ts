import { z } from 'zod';

/** How much of a body is filled in. */
export type Extent = 'least' | 'everything';

/** Sample texts for fields. Ids come first, so that they are used wherever a field can name a record. */
const texts = [
  '2026-06-30',
  '2026-06-30T12:00:00.000Z',
  '1',
  'x',
  'ada@example.test',
  'a long password 1',
  '/api/carry/fund',
  'https://example.test/',
  'UTC',
];
const numbers = [1, 10, 100];

/**
 * Returns a value that a schema accepts, with the given id wherever an id is allowed.
 * Known kinds are constructed. For texts, the first accepted sample is used.
 */
export function buildSample(schema: z.core.$ZodType, id: string, extent: Extent = 'least', depth = 0): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return extent === 'everything' && depth < 8 ? buildSample(schema.def.innerType, id, extent, depth) : undefined;
  }
  if (schema instanceof z.ZodNonOptional) return buildSample(schema.def.innerType, id, 'everything', depth);
  if (schema instanceof z.ZodNullable) return buildSample(schema.def.innerType, id, extent, depth);
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries<z.core.$ZodType>(schema.def.shape);
    return Object.fromEntries(
      parts.flatMap(([name, part]) => {
        const value = buildSample(part, id, extent, depth + 1);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }
  if (schema instanceof z.ZodArray) return [buildSample(schema.def.element, id, extent, depth + 1)];
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.values.values().next().value;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return numbers.find((number) => schema.safeParse(number).success);
  if (schema instanceof z.ZodLazy) return buildSample(schema.def.getter(), id, extent, depth + 1);
  if (schema instanceof z.ZodPipe) return buildSample(schema.def.in, id, extent, depth);
  if (schema instanceof z.ZodUnion) {
    const [first] = schema.def.options
      .map((option) => buildSample(option, id, extent, depth))
      .filter((it) => it !== '');
    return first;
  }
  if (schema instanceof z.ZodRecord) return {};
  return [id, ...texts].find((text) => schema instanceof z.ZodType && schema.safeParse(text).success);
}
