import { column, condition, defineListQuery, equals, referenceColumn } from '../lists/index.ts';
import { statusTexts } from './head.ts';

const who = (at: string) => ({
  value: `coalesce((SELECT trim(p.first_name || ' ' || p.last_name) FROM person p WHERE p.id = b.${at}), '')`,
});
const statusText = `CASE b.status ${Object.entries(statusTexts)
  .map(([code, text]) => `WHEN '${code}' THEN '${text}'`)
  .join(' ')} END`;

/** All distributions; none is ever inactive. */
export const distributionList = defineListQuery({
  base: { table: 'distribution' },
  columns: {
    rowVersion: column('count', 'b.row_version'),
    createdDate: column('instant', 'b.created_at'),
    createdBy: who('created_by'),
    updatedDate: column('instant', 'b.updated_at'),
    updatedBy: who('updated_by'),
    name: column('text', 'b.name'),
    description: column('longText', 'b.description'),
    distributionDate: column('date', 'b.distribution_date'),
    status: {
      value: `jsonb_build_object('code', b.status, 'description', ${statusText})`,
      sort: `array_position(ARRAY['DRAFT', 'REJ', 'SUB', 'APP', 'DISB'], b.status)`,
    },
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    totalCarryDistributed: {
      ...column('money', 'b.total_carry_distributed'),
      total: {
        sum: 'b.total_carry_distributed',
        from: 'distribution b',
        key: 'b.id',
        currency: 'b.currency_id',
        beside: 'b',
      },
    },
    numberOfParticipants: column('count', 'b.number_of_participants'),
    numberOfSources: column(
      'count',
      '(SELECT count(*)::int FROM distribution_source s WHERE s.tenant_id = b.tenant_id AND s.distribution_id = b.id)',
    ),
  },
  search: { text: `lower(b.name || E'\\n' || coalesce(b.description, ''))` },
  filters: { status: equals('b.status'), id: condition('b.id = ?::uuid') },
  defaultSort: { field: 'distributionDate', ascending: false },
});
