import type { ResultOf } from '@carrara/contract/core/endpoint';
import type { ledgerRunEndpoints } from '@carrara/contract/carry/run/ledgerRun';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';

/** Returns SQL for the escrow per account of the sources of a fund or coinvestment, as of a date. */
const employedOn = (tenant: string, on: string) =>
  `SELECT coalesce(f.coinvestment_id, f.fund_id, f.id) AS holder_id, e.container_id, e.participant_id, e.currency_id, sum(e.amount) AS amount
       FROM escrow_entry e JOIN source_facts f ON f.tenant_id = e.tenant_id AND f.id = e.container_id
       WHERE e.tenant_id = ${tenant} AND e.entry_date <= ${on} GROUP BY 1, 2, 3, 4 HAVING sum(e.amount) > 0`;
const releaseDates = (tenant: string) =>
  `SELECT id, escrow_release_date AS day FROM fund WHERE tenant_id = ${tenant}
       UNION ALL SELECT id, escrow_release_date FROM coinvestment WHERE tenant_id = ${tenant}`;

/** Returns SQL for the escrow that is due for release, by fund or coinvestment and currency: `type`, `id`, `name`, `day`, `currency`, `amount`. */
export const dueReleases = (tenant: string, on: string) =>
  `SELECT c.kind AS type, c.id, c.name, d.day, ${currencyCodeSql('h')} AS currency, sum(h.amount) AS amount
     FROM (SELECT ${tenant} AS tenant_id, escrow.* FROM (${employedOn(tenant, on)}) escrow) h
     JOIN (${releaseDates(tenant)}) d ON d.id = h.holder_id AND d.day <= ${on}
     JOIN container c ON c.tenant_id = ${tenant} AND c.id = h.holder_id
     GROUP BY c.kind, c.id, c.name, d.day, h.tenant_id, h.currency_id`;

/**
 * Returns the funds and coinvestments whose escrow release date has come and that still have escrow, with its sources.
 */
export const releasesDue = (
  tx: Transaction,
  on: string,
): Promise<ResultOf<(typeof ledgerRunEndpoints)['listReleasesDue']>> =>
  tx.query(
    `WITH escrow AS (
       ${employedOn('$1', '$2::date')}),
     dates AS (
       ${releaseDates('$1')})
     SELECT jsonb_build_object('id', c.id, 'code', c.code, 'name', c.name) AS holder, c.kind AS "holderType", d.day::text AS "escrowReleaseDate",
       ${currencyCodeSql('h')} AS currency, sum(h.amount) AS "escrowBalance", count(DISTINCT h.participant_id)::int AS "numberOfParticipants",
       (SELECT jsonb_agg(jsonb_build_object('id', s.id, 'code', s.code, 'name', s.name, 'holder', c.name) ORDER BY lower(s.name), s.id)
        FROM container s WHERE s.tenant_id = $1 AND s.id = ANY (array_agg(h.container_id))) AS sources
     FROM (SELECT $1::uuid AS tenant_id, escrow.* FROM escrow) h
     JOIN dates d ON d.id = h.holder_id AND d.day <= $2::date
     JOIN container c ON c.tenant_id = $1 AND c.id = h.holder_id
     GROUP BY c.id, c.code, c.name, c.kind, d.day, h.tenant_id, h.currency_id ORDER BY d.day, lower(c.name), c.id`,
    [tx.tenantId, on],
  );

export const ledgerRunChoices = (tx: Transaction): Promise<{ id: string; name: string; code: string | null }[]> =>
  tx.prepared('SELECT id, name, NULL::text AS code FROM ledger_run WHERE tenant_id = $1 ORDER BY lower(name), id', [
    tx.tenantId,
  ]);
