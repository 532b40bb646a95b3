import { z } from 'zod';
import type { Mistake } from '../settings/yamlFile.ts';

const text = z
  .string('must be text')
  .min(1, 'is empty')
  .max(200, 'is longer than 200 characters')
  .refine((content) => !content.includes('\0'), 'contains a NUL character');
/** One value, or a list of them. */
const some = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (candidate) => (Array.isArray(candidate) || candidate === undefined ? candidate : [candidate]),
    z.array(schema).min(1, 'is empty').max(1000, 'has more than 1,000 items').optional(),
  );
const value = z.union([z.string(), z.number(), z.boolean()], 'must be text, a number, or yes or no').transform(String);

/** The settings of an entry, which the file can also set for all entries. */
const shared = {
  formats: some(text),
  funds: some(text),
  investors: some(text),
  participants: some(text),
  /** A date, or dates by the names of the parameters. */
  dates: some(
    z.union(
      [text, z.record(z.string(), text)],
      'must be a date, or dates by parameter name, such as { from: 2026-07-01, to: 2026-09-30 }',
    ),
  ),
  /** Calendar quarters, such as Q3 2026. */
  quarters: some(text),
};

export const batchSchema = z.strictObject({
  out: text.optional(),
  ...shared,
  reports: z
    .array(
      z.strictObject({
        report: text,
        file: text.optional(),
        folder: text.optional(),
        ...shared,
        parameters: z.record(z.string(), value).optional(),
      }),
      'must be a list of reports',
    )
    .min(1, 'is empty')
    .max(1000, 'has more than 1,000 items'),
});

/** The part of a batch that its schema accepts, so that all other errors are reported in the same run. */
export interface ReadablePart {
  readonly batch: Batch;
  /** Entries with a refused part. */
  readonly incomplete: ReadonlySet<number>;
}

/** Replaces a missing or invalid report name. */
export const noReport = '-';

/** Returns the readable part of a batch, or undefined if it has no list of reports. */
export function readablePart(raw: unknown, mistakes: readonly Mistake[]): ReadablePart | undefined {
  const copy = structuredClone(raw) as { readonly [field: string]: unknown; readonly reports?: unknown } | null;
  if (!copy || !Array.isArray(copy.reports)) return undefined;
  const reports = copy.reports as unknown[];
  const incomplete = new Set<number>();
  for (const { path, isUnknownField } of mistakes) {
    const [top, at, field] = path;
    if (top !== 'reports') {
      Reflect.deleteProperty(copy, String(top));
      if (!isUnknownField) for (const position of reports.keys()) incomplete.add(position);
      continue;
    }
    if (typeof at !== 'number') return undefined;
    if (!isUnknownField) incomplete.add(at);
    const entry = reports[at];
    if (field === undefined || typeof entry !== 'object' || entry === null) reports[at] = { report: noReport };
    else if (field === 'report') Reflect.set(entry, field, noReport);
    else Reflect.deleteProperty(entry, String(field));
  }
  const read = batchSchema.safeParse(copy);
  return read.success ? { batch: read.data, incomplete } : undefined;
}

/** A batch as written in its file: reports x funds x investors or participants x dates x formats. */
export type Batch = z.output<typeof batchSchema>;
export type BatchEntry = Batch['reports'][number];
