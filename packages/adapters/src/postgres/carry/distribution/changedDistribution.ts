import { isTaxUnknown, determinedSql } from '../../portfolio/container/sources.ts';
import { fullName, personName } from '../../engine/texts/personName.ts';
import { auditRunChange } from '../run/auditRunChange.ts';

const run = (column: string) => determinedSql(column, 'd');
const source = (column: string) => determinedSql(column, 's');
/** A figure that depends on the tax. */
const taxed = (figure: string, isUnknown: string) => `CASE WHEN NOT ${isUnknown} THEN ${figure} END`;

/**
 * Runs the work and records the distribution before and after it in the audit log: head, sources and approvers, but not
 * the thousands of rows.
 */
export const changedDistribution = auditRunChange(
  'distribution',
  `SELECT d.name, d.row_version AS "rowVersion", d.description, d.distribution_date AS "distributionDate", d.status, d.engine_version AS "engineVersion",
     trim_scale(d.default_escrow) AS "defaultEscrow", trim_scale(d.default_terminated_escrow) AS "defaultTerminatedEscrow",
     d.unallocated_acknowledged_at IS NOT NULL AS "unallocatedAcknowledged", d.is_determined AS "isDetermined", d.total_net_distributable AS "netDistributableAmount",
     ${run('total_carry_distributed')} AS "grossCarryDistributed", ${taxed(run('total_tax'), isTaxUnknown('d'))} AS tax, ${run('total_escrow')} AS escrow,
     ${run('total_loan_repayment')} AS "loanRepayment", ${run('total_other_adjustment')} AS "otherAdjustment",
     ${taxed(run('total_net'), isTaxUnknown('d'))} AS "netCarryDistributed", ${run('total_unallocated')} AS unallocated,
     ${run('number_of_participants')} AS "numberOfParticipants",
     (SELECT jsonb_agg(jsonb_build_object('source', c.name, 'netDistributableAmount', s.net_distributable_amount::text, 'defaultEscrow', trim_scale(s.default_escrow)::text,
        'grossCarryDistributed', ${source('gross_carry_distributed')}::text, 'netCarryDistributed', ${taxed(source('net_carry_distributed'), isTaxUnknown('d', 's.container_id'))}::text) ORDER BY s.position)
      FROM distribution_source s JOIN container c ON c.tenant_id = s.tenant_id AND c.id = s.container_id
      WHERE s.tenant_id = d.tenant_id AND s.distribution_id = d.id) AS sources,
     (SELECT jsonb_agg(jsonb_build_object('approver', ${fullName('p')}, 'decision', a.approval_decision,
        'decidedBy', CASE WHEN a.decided_by <> a.approver_id THEN ${personName('a.decided_by')} END) ORDER BY a.position)
      FROM distribution_approval a JOIN person p ON p.id = a.approver_id
      WHERE a.tenant_id = d.tenant_id AND a.distribution_id = d.id AND a.round = d.approval_round) AS approvals
   FROM distribution d WHERE d.tenant_id = $1 AND d.id = $2`,
);
