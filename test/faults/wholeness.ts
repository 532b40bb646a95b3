import type { AuditKey } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { type ChainHead, verifyChain } from '@carrara/adapters/postgres/engine/journal/verifyChain';
import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { expect } from 'vitest';
import { states, steps, type Story } from './stories.ts';

interface Found {
  readonly name: string;
  readonly status: string;
  readonly total: string;
  readonly ofSources: string;
  readonly ofRows: string;
  readonly reconciles: boolean;
  readonly posted: string | null;
  readonly escrowPosted: string | null;
  readonly escrow: string;
  readonly answers: string;
  readonly operations: readonly string[];
}

const distributions = `
  SELECT d.name, d.status, d.total_carry_distributed::text AS total,
    (SELECT sum(s.gross_carry_distributed) FROM distribution_source s WHERE s.tenant_id = d.tenant_id AND s.distribution_id = d.id)::text AS "ofSources",
    x.gross::text AS "ofRows", x.escrow::text AS escrow, x.reconciles,
    (SELECT -sum(amount) FROM account_entry e WHERE e.tenant_id = d.tenant_id AND e.distribution_id = d.id)::text AS posted,
    (SELECT sum(amount) FROM escrow_entry e WHERE e.tenant_id = d.tenant_id AND e.distribution_id = d.id)::text AS "escrowPosted",
    (SELECT coalesce(string_agg(coalesce(a.approval_decision, '-'), ''), '') FROM distribution_approval a WHERE a.tenant_id = d.tenant_id AND a.distribution_id = d.id) AS answers,
    (SELECT json_agg(a.operation ORDER BY a.seq) FROM activity a WHERE a.tenant_id = d.tenant_id AND a.object_id = d.id AND a.object_type = 'distribution') AS operations
  FROM distribution d CROSS JOIN LATERAL (
    SELECT sum(x.gross_carry_distributed) AS gross, sum(x.escrow) AS escrow,
      bool_and(x.gross_carry_distributed = x.net_carry_distributed + x.tax + x.escrow + x.loan_repayment + x.other_adjustment) AS reconciles
    FROM distribution_detail x WHERE x.tenant_id = d.tenant_id AND x.distribution_id = d.id AND x.is_leaf
  ) x
  WHERE d.tenant_id = $1`;

/**
 * Compares the database with the acknowledged steps. Each acknowledged step is stored, an unacknowledged one completely or not at all, and nothing
 * else. Disbursed amounts are posted once, and the audit log has one entry per step in an intact chain.
 */
export async function expectIntact(
  database: Database,
  tenantId: string,
  auditKey: AuditKey,
  stories: readonly Story[],
  storedHead: ChainHead | undefined,
): Promise<void> {
  const { rows } = await database.worker.query<Found>(distributions, [tenantId]);
  const byName = new Map(rows.map((row) => [row.name, row]));
  expect(byName.size, 'no distribution was made twice').toBe(rows.length);
  for (const { name, done } of stories) {
    const found = byName.get(name);
    byName.delete(name);
    const reached = found ? states.indexOf(found.status as (typeof states)[number]) + 1 : 0;
    expect([done, done + 1], `${name} was acknowledged up to ${steps[done - 1]}`).toContain(reached);
    if (!found) continue;
    expect(found.operations, name).toEqual(steps.slice(0, reached));
    expect([found.total, found.ofRows, found.reconciles], name).toEqual([found.ofSources, found.ofSources, true]);
    expect(found.answers, name).toBe(reached > 2 ? 'APP' : '-');
    const posted = found.status === 'DISB' ? [found.ofSources, found.escrow] : [null, null];
    expect([found.posted, found.escrowPosted], name).toEqual(posted);
  }
  expect([...byName.keys()], 'nothing is there that was not asked for').toEqual([]);
  const report = await verifyChain(database.worker, tenantId, auditKey, storedHead);
  expect(report.broken).toBeUndefined();
}
