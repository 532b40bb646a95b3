import type { ApprovalSubstituteRow } from '@carrara/contract/carry/run/approvalPolicy';
import type { Substitution } from '@carrara/domain/carry/approvalPolicy';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { personName } from '../../engine/texts/personName.ts';
import { approverCandidates } from './approvers.ts';

const dates = `s.from_date::text AS "fromDate", s.to_date::text AS "toDate"`;
const named = (column: string) => `jsonb_build_object('id', ${column}, 'name', ${personName(column)})`;

/** Returns the substitutions of everyone that end on a day or later, the next first. */
export const approvalSubstitutes = (tx: Transaction, day: string): Promise<ApprovalSubstituteRow[]> =>
  tx.query(
    `SELECT s.id, s.row_version AS "rowVersion", ${named('s.person_id')} AS person, ${named('s.substitute_id')} AS substitute, ${dates}
     FROM approval_substitute s WHERE s.tenant_id = $1 AND s.to_date >= $2 ORDER BY s.from_date, s.id`,
    [tx.tenantId, day],
  );

interface SubstitutePair {
  readonly personId: string;
  readonly substituteId: string;
}

/** Returns who substitutes for whom on a day. Only people who may still approve have a substitute, or are one. */
async function substitutionsOn(
  tx: Transaction,
  day: string,
  condition: string,
  people: unknown,
): Promise<SubstitutePair[]> {
  const rows = await tx.query<SubstitutePair>(
    `SELECT s.person_id AS "personId", s.substitute_id AS "substituteId" FROM approval_substitute s
     WHERE s.tenant_id = $1 AND $2::date BETWEEN s.from_date AND s.to_date AND ${condition}`,
    [tx.tenantId, day, people],
  );
  if (rows.length === 0) return [];
  const candidates = new Set((await approverCandidates(tx)).map(({ id }) => id));
  return rows.filter(({ personId, substituteId }) => candidates.has(personId) && candidates.has(substituteId));
}

/** Returns the substitutes of some approvers on a day, by approver. */
export const substitutesOn = async (
  tx: Transaction,
  day: string,
  approverIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await substitutionsOn(tx, day, 's.person_id = ANY ($3::uuid[])', approverIds)).map(
      ({ personId, substituteId }) => [personId, substituteId],
    ),
  );

/** Returns the approvers in whose place a person may decide on a day. */
export const substitutedApprovers = async (
  tx: Transaction,
  day: string,
  personId: string,
): Promise<readonly string[]> =>
  (await substitutionsOn(tx, day, 's.substitute_id = $3::uuid', personId)).map((row) => row.personId);

/**
 * Locks two members of the firm until this transaction ends, so that their substitutions are named one after another.
 * Returns all substitutions in which they take part.
 */
export async function lockSubstitutions(tx: Transaction, people: readonly string[]): Promise<readonly Substitution[]> {
  await tx.query(
    'SELECT 1 FROM membership WHERE tenant_id = $1 AND person_id = ANY ($2::uuid[]) ORDER BY person_id FOR UPDATE',
    [tx.tenantId, people],
  );
  return tx.query<Substitution>(
    `SELECT s.id, s.person_id AS "personId", s.substitute_id AS "substituteId", ${dates} FROM approval_substitute s
     WHERE s.tenant_id = $1 AND (s.person_id = ANY ($2::uuid[]) OR s.substitute_id = ANY ($2::uuid[]))`,
    [tx.tenantId, people],
  );
}

export interface StoredSubstitution extends Substitution {
  readonly rowVersion: number;
}

/** Loads a substitution and locks it until this transaction ends. */
export async function lockSubstitution(tx: Transaction, id: string): Promise<StoredSubstitution | undefined> {
  const [found] = await tx.query<StoredSubstitution>(
    `SELECT s.id, s.person_id AS "personId", s.substitute_id AS "substituteId", ${dates}, s.row_version AS "rowVersion"
     FROM approval_substitute s WHERE s.tenant_id = $1 AND s.id = $2 FOR UPDATE`,
    [tx.tenantId, id],
  );
  return found;
}

const objectOf = async (tx: Transaction, { id, personId, substituteId, fromDate, toDate }: Substitution) => {
  const [found] = await tx.query<{ name: string; substitute: string }>(
    `SELECT ${personName('$1::uuid')} AS name, ${personName('$2::uuid')} AS substitute`,
    [personId, substituteId],
  );
  return {
    head: { objectType: 'approvalSubstitute', objectId: id, objectName: found?.name ?? null },
    values: { substitute: found?.substitute ?? null, fromDate, toDate },
  } as const;
};

/** Creates a substitution, or changes the stored one. */
export async function storeSubstitution(
  tx: Transaction,
  { id: existing, ...named }: Omit<Substitution, 'id'> & { readonly id?: string | undefined },
  before: StoredSubstitution | undefined,
): Promise<string> {
  const id = existing ?? newId();
  const { personId, substituteId, fromDate, toDate } = named;
  await tx.query(
    before
      ? `UPDATE approval_substitute SET person_id = $3, substitute_id = $4, from_date = $5, to_date = $6, row_version = row_version + 1,
           updated_at = $7, updated_by = $8 WHERE tenant_id = $1 AND id = $2`
      : `INSERT INTO approval_substitute (tenant_id, id, person_id, substitute_id, from_date, to_date, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8)`,
    [tx.tenantId, id, personId, substituteId, fromDate, toDate, tx.now, tx.personId],
  );
  const { head, values } = await objectOf(tx, { id, ...named });
  tx.record({
    operation: 'saveApprovalSubstitute',
    ...head,
    before: before ? (await objectOf(tx, before)).values : null,
    after: values,
    rowVersion: (before?.rowVersion ?? 0) + 1,
  });
  return id;
}

export async function removeSubstitution(tx: Transaction, stored: StoredSubstitution): Promise<void> {
  const { head, values } = await objectOf(tx, stored);
  await tx.query('DELETE FROM approval_substitute WHERE tenant_id = $1 AND id = $2', [tx.tenantId, stored.id]);
  tx.record({ operation: 'deleteApprovalSubstitute', ...head, before: values, after: null, rowVersion: null });
}
