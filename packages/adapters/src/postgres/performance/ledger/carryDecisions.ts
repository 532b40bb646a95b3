import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

interface CarryTexts {
  readonly earned: string;
  readonly accrued: string;
}

/** A decision on the proposed carry of a quarter, as the audit log stores it. */
export interface CarryDecision {
  readonly id: string;
  readonly vehicleId: string;
  readonly end: string;
  readonly version: string;
  readonly proposed: CarryTexts;
  readonly partners: readonly (CarryTexts & { readonly commitmentId: string })[];
  /** The accrued carry by investment, and the policy that attributed it. */
  readonly attribution: string | null;
  readonly investments: readonly { readonly id: string; readonly carry: string }[];
  /** The amounts to have in the books if they differ from the proposal. */
  readonly entered: CarryTexts | null;
  readonly reason: string | null;
  readonly by: string | null;
  readonly on: string;
  /** The first audit entry of the decision. Everything before it was known. */
  readonly seq: number;
}

const decisionSql = `SELECT DISTINCT ON (a.after -> 'proposal' ->> 'id') a.after -> 'proposal' ->> 'id' AS id, a.container_id AS "vehicleId",
    a.after -> 'proposal' ->> 'end' AS "end", a.after -> 'proposal' ->> 'version' AS version, a.after -> 'proposal' -> 'proposed' AS proposed,
    a.after -> 'proposal' -> 'partners' AS partners, nullif(a.after -> 'proposal' -> 'entered', 'null') AS entered,
    a.after -> 'proposal' ->> 'attribution' AS attribution, coalesce(a.after -> 'proposal' -> 'investments', '[]') AS investments,
    a.after -> 'proposal' ->> 'reason' AS reason, nullif(a.person_name, '') AS by, a.created_at AS "on", a.seq::int AS seq
  FROM activity a WHERE a.tenant_id = $1 AND a.operation = 'bookProposedCarry' AND a.after ? 'proposal'`;

/** Returns all decisions on proposed carry, in the order in which they were made. */
export const carryDecisions = async (tx: Transaction): Promise<readonly CarryDecision[]> =>
  tx.query(`SELECT d.* FROM (${decisionSql} ORDER BY a.after -> 'proposal' ->> 'id', a.seq) d ORDER BY d.seq`, [
    tx.tenantId,
  ]);

/** Returns the last decision on a quarter's carry. Undefined if there is none. */
export async function lastCarryDecision(
  tx: Transaction,
  vehicleId: string,
  end: string,
): Promise<CarryDecision | undefined> {
  const [found] = await tx.query<CarryDecision>(
    `SELECT d.* FROM (${decisionSql} AND a.container_id = $2 AND a.after -> 'proposal' ->> 'end' = $3
       ORDER BY a.after -> 'proposal' ->> 'id', a.seq) d ORDER BY d.seq DESC LIMIT 1`,
    [tx.tenantId, vehicleId, end],
  );
  return found;
}
