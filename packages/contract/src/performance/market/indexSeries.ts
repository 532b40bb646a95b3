import { MOST_LEVELS } from '@carrara/domain/performance/market';
import { z } from 'zod';
import { idParams, listEndpoint, recordSchema, saveSchema } from '../../core/endpoint.ts';
import { defineFields } from '../../core/fields.ts';
import { recordEndpoints } from '../../core/recordEndpoints.ts';
import { date, decimal, figure, id } from '../../core/schema.ts';

/** A market index. Its daily levels are stored separately. */
export const indexSeriesFields = defineFields({
  code: { kind: 'code', title: 'Code', required: true, group: 'Index' },
  name: { kind: 'text', title: 'Name', required: true, group: 'Index' },
  provider: { kind: 'text', title: 'Provider', group: 'Index' },
  currency: { kind: 'reference', target: 'reference:currency', title: 'Currency', group: 'Index' },
  description: { kind: 'longText', title: 'Description', group: 'Index' },
  levels: { kind: 'count', title: 'Levels', readOnly: true, group: 'Levels' },
  firstDate: { kind: 'date', title: 'From', readOnly: true, group: 'Levels' },
  lastDate: { kind: 'date', title: 'To', readOnly: true, group: 'Levels' },
});
const indexSeries = recordSchema(indexSeriesFields);
export type IndexSeries = z.output<typeof indexSeries>;

const path = '/api/performance/index-series';
const calls = recordEndpoints('indexSeries', {
  path,
  fields: indexSeriesFields,
  record: indexSeries,
  body: saveSchema(indexSeriesFields),
  columns: ['code', 'name', 'provider', 'currency', 'levels', 'firstDate', 'lastDate'],
});

export const indexSeriesEndpoints = {
  ...calls,
  listIndexLevels: {
    ...listEndpoint({
      path: `${path}/:id/levels`,
      title: 'Levels',
      permission: 'benchmark.view',
      row: z.object({ id: id(), date: date(), level: figure('rate') }),
      columns: [
        { field: 'date', kind: 'date', title: 'Date' },
        { field: 'level', kind: 'rate', title: 'Level' },
      ],
      defaultSort: { field: 'date', ascending: false },
      pageSize: 100,
      tags: ['IndexSeries'],
    }),
    params: idParams,
  },
  saveIndexLevels: {
    method: 'POST',
    path: `${path}/:id/levels`,
    summary: 'Enter an index’s levels by day. An existing level is replaced; null removes it',
    permission: 'benchmark.edit',
    params: idParams,
    bodySize: 'long',
    idempotent: true,
    body: z.strictObject({
      levels: z
        .array(z.strictObject({ date: date(), level: decimal('rate').nullable() }))
        .min(1)
        .max(MOST_LEVELS),
    }),
    result: z.object({ added: z.int(), changed: z.int(), removed: z.int(), unchanged: z.int() }),
    failures: ['INDEX_NOT_POSITIVE', 'INDEX_DATE_TWICE', 'DATE_TOO_LATE', 'DUPLICATE'],
    tags: ['IndexSeries'],
  },
} as const;
