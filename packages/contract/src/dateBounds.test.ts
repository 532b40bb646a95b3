import { expect, it } from 'vitest';
import { z } from 'zod';
import { callsByConcept } from './contract.ts';

interface Leaf {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** Returns every single value in a schema, by its path. */
function leavesOf(name: string, schema: z.ZodType | undefined): readonly Leaf[] {
  if (schema === undefined) return [];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      leavesOf(`${name}.${key}`, field),
    );
  if (schema instanceof z.ZodArray) return leavesOf(`${name}[]`, schema.element as z.ZodType);
  if (schema instanceof z.ZodRecord) return leavesOf(`${name}{}`, schema.valueType as z.ZodType);
  if (schema instanceof z.ZodUnion)
    return (schema.options as readonly z.ZodType[]).flatMap((option) => leavesOf(name, option));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return leavesOf(name, schema.unwrap() as z.ZodType);
  return [{ name, schema }];
}

const accepts = ({ schema }: Leaf, value: unknown) => schema.safeParse(value).success;
const leaves = Object.values(callsByConcept)
  .flatMap((calls) => Object.entries(calls))
  .flatMap(([operation, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) => leavesOf(`${operation} ${part}`, schema)),
  );
const dates = leaves.filter((leaf) => accepts(leaf, '2026-12-31') && !accepts(leaf, '2026-13-31'));

it.each(['2200-01-01', '2200-12-31', '9999-12-31', '12-31-9999', '1899-12-31', '0001-12-31'])(
  'no call accepts the date %s, which is too far away to count quarters to',
  (day) => {
    expect(dates.length).toBeGreaterThan(150);
    expect(dates.filter((leaf) => accepts(leaf, day)).map(({ name }) => name)).toEqual([]);
  },
);

it('every call with a date accepts the last day of 2199', () => {
  expect(dates.filter((leaf) => !accepts(leaf, '2199-12-31')).map(({ name }) => name)).toEqual([]);
});

it('treats every field named like a date as a date', () => {
  const named = leaves.filter(({ name }) => /(?:Date|Day|asOf|\.from|\.to|\.date|\.day|\.end|\.start)s?$/.test(name));
  expect(named.filter((leaf) => !dates.includes(leaf) && accepts(leaf, 'x')).map(({ name }) => name)).toEqual([]);
});

it('no call accepts a year after 2200', () => {
  const isYear = (leaf: Leaf) => /\.(?:\w+Y|y)ear$/.test(leaf.name);
  expect(leaves.filter((leaf) => isYear(leaf) && accepts(leaf, 2201)).map(({ name }) => name)).toEqual([]);
});
