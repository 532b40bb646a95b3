import type { ParticipantRow } from '@carrara/contract/people/participant';
import { emptyId } from '@carrara/contract/core/kinds';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { withHidingKeys, keyedHash } from '../../engine/hiding/keyedHash.ts';
import { column, type ColumnsOf } from '../../engine/lists/definition.ts';
import { defineListQuery, type ListQuery, type PageRequest } from '../../engine/lists/listQuery.ts';

const distributed = `distribution_detail x
  JOIN distribution_source s ON s.tenant_id = x.tenant_id AND s.id = x.distribution_source_id
  JOIN distribution d ON d.tenant_id = x.tenant_id AND d.id = x.distribution_id AND d.status = 'DISB'`;
const estimated = `forecast_detail x JOIN standing_forecast_source s ON s.tenant_id = x.tenant_id AND s.id = x.forecast_source_id`;

interface Named {
  readonly id: string;
  readonly participantId: string;
  readonly name: string;
  readonly type: ParticipantRow['type'];
}

const named: ColumnsOf<Named> = {
  participantId: { value: 'b.participant_id' },
  name: column('text', 'b.name'),
  type: column('text', 'b.type'),
};

/**
 * Creates a list of what each person and trust has of a fund across all its sources. Entities are replaced by their
 * members, so that the rows add up to the fund's carry. With redacted names, search covers the substitute numbers, and
 * rows have no id from which a name could be looked up. The numbers follow no order of the records.
 *
 * Parameters: `fundId`, `redactName`, and `aggregateTrust`, which adds a trust to its employee.
 */
function participantTotals<F extends string>(
  details: string,
  figures: Readonly<Record<F, string>>,
): ListQuery<Named & Readonly<Record<F, string>>> {
  const names = Object.keys(figures) as F[];
  const hidden = (visible: string, otherwise: string) =>
    `CASE WHEN :redactName::boolean THEN ${visible} ELSE ${otherwise} END`;
  const list = defineListQuery<Named & Readonly<Record<F, string>>>({
    base: {
      table: 'own',
      rows: `SELECT p.tenant_id, ${hidden(`('00000000-0000-4000-8000-' || lpad(o.position::text, 12, '0'))::uuid`, 'p.id')} AS id,
          ${hidden(`'${emptyId}'`, 'p.id')} AS participant_id, ${hidden(`'Participant ' || o.position`, 'p.name')} AS name,
          initcap(p.kind) AS type, ${names.map((name) => `o."${name}"`).join(', ')}
        FROM (SELECT *, row_number() OVER (ORDER BY ${keyedHash('g.participant_id::text || :fundId::text')}) AS position FROM (
          SELECT x.tenant_id, CASE WHEN :aggregateTrust::boolean THEN coalesce(t.employee_id, x.participant_id) ELSE x.participant_id END AS participant_id,
            ${names.map((name) => `sum(x.${figures[name]}) AS "${name}"`).join(', ')}
          FROM ${details}
          JOIN source_facts f ON f.tenant_id = x.tenant_id AND f.id = s.container_id AND f.fund_id = :fundId::uuid
          LEFT JOIN trust t ON t.tenant_id = x.tenant_id AND t.id = x.participant_id
          WHERE x.is_leaf GROUP BY 1, 2) g) o
        JOIN participant p ON p.tenant_id = o.tenant_id AND p.id = o.participant_id`,
    },
    columns: {
      ...named,
      ...Object.fromEntries(
        names.map((name) => [
          name,
          {
            ...column('money', `b."${name}"`),
            total: { sum: `b."${name}"`, from: 'own b', key: 'b.id', sameRowAs: 'b' },
          },
        ]),
      ),
    } as ColumnsOf<Named & Readonly<Record<F, string>>>,
    search: { text: 'lower(b.name)' },
    defaultSort: { field: 'name', ascending: true },
  });
  const withRequest = (tx: Transaction, request: PageRequest): PageRequest => ({
    ...request,
    filters: withHidingKeys(tx, 'participants of a fund', request.filters ?? {}),
  });
  return {
    ...list,
    page: (tx, request) => list.page(tx, withRequest(tx, request)),
    rows: (tx, request) => list.rows(tx, withRequest(tx, request)),
  };
}

/** List of the amounts that disbursed distributions paid to each of them. */
export const participantsPaidList = participantTotals(distributed, {
  grossCarryDistributed: 'gross_carry_distributed',
  tax: 'tax',
  escrow: 'escrow',
  loanRepayment: 'loan_repayment',
  otherAdjustment: 'other_adjustment',
  netCarryDistributed: 'net_carry_distributed',
});

/** List of the amounts that forecasts expect for each of them. */
export const participantsExpectingList = participantTotals(estimated, { forecastedCarry: 'gross_carry_distributed' });
