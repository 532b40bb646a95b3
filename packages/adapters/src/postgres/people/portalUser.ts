import type { RowOf } from '@carrara/contract/core/endpoint';
import type { portalUserEndpoints } from '@carrara/contract/people/portalUser';
import type { ParticipantRow } from '@carrara/contract/people/participant';
import { column, condition } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { fullName } from '../engine/texts/personName.ts';
import { hasModule } from '../platform/user/hasModule.ts';

/** The name that the firm entered with the invitation, for people who haven't accepted it yet. */
const invited = `i.first_name || ' ' || i.last_name`;
const hasPortal = hasModule('b', 'participant-portal');

/** List of employees, each with the portal user linked to it. */
export const portalUserList = defineListQuery<RowOf<(typeof portalUserEndpoints)['listPortalUsers']>>({
  base: {
    table: 'employee',
    joins: {
      p: 'JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.id',
      m: 'LEFT JOIN membership m ON m.tenant_id = b.tenant_id AND m.person_id = b.person_id',
      u: 'LEFT JOIN person u ON u.id = m.person_id',
      i: 'LEFT JOIN invitation i ON i.tenant_id = b.tenant_id AND i.person_id = b.person_id',
    },
  },
  columns: {
    name: column('text', 'p.name', ['p']),
    code: column('code', 'p.code', ['p']),
    email: { value: 'b.email' },
    numberOfTrusts: column(
      'count',
      '(SELECT count(*)::int FROM trust t WHERE t.tenant_id = b.tenant_id AND t.employee_id = b.id)',
    ),
    user: {
      value: `CASE WHEN m.person_id IS NOT NULL THEN jsonb_build_object('id', m.person_id, 'name', ${fullName('u')})
        WHEN i.id IS NOT NULL THEN jsonb_build_object('id', i.id, 'name', trim(${invited})) END`,
      joins: ['m', 'u', 'i'],
    },
    login: column('text', 'coalesce(u.login, i.login)', ['m', 'u', 'i']),
    status: column(
      'text',
      `CASE WHEN b.person_id IS NULL THEN 'Not linked' WHEN m.person_id IS NULL THEN CASE WHEN i.id IS NULL OR i.is_inactive THEN 'Archived' ELSE 'Invited' END
        WHEN m.is_inactive THEN 'Archived' WHEN ${hasPortal} THEN 'Active' ELSE 'No portal role' END`,
      ['m', 'i'],
    ),
  },
  search: { text: `lower(p.name || E'\\n' || coalesce(p.code, '') || E'\\n' || coalesce(b.email, ''))`, joins: ['p'] },
  filters: {
    id: condition('b.id = ?::uuid'),
    linked: condition(
      `CASE ?::text WHEN 'yes' THEN b.person_id IS NOT NULL WHEN 'no' THEN b.person_id IS NULL ELSE true END`,
    ),
  },
  defaultSort: { field: 'name', ascending: true },
});

/** Stored portal link of an employee. */
export interface PortalLink {
  readonly id: string;
  readonly name: string;
  readonly rowVersion: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly personId: string | null;
}

/** Locks the employee, so that of two concurrent links the second sees the first. */
export async function lockPortalLink(tx: Transaction, id: string): Promise<PortalLink | undefined> {
  const [found] = await tx.query<PortalLink>(
    `SELECT e.id, p.name, e.row_version AS "rowVersion", coalesce(e.first_name, e.last_name) AS "firstName", e.last_name AS "lastName",
       e.email, e.person_id AS "personId"
     FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
     WHERE e.tenant_id = $1 AND e.id = $2 FOR UPDATE OF e`,
    [tx.tenantId, id],
  );
  return found;
}

/** Returns the employee that a person is already linked to. */
export async function employeeOfPerson(
  tx: Transaction,
  personId: string,
): Promise<{ readonly name: string } | undefined> {
  const [found] = await tx.query<{ name: string }>(
    `SELECT p.name FROM employee e JOIN participant p ON p.tenant_id = e.tenant_id AND p.id = e.id
     WHERE e.tenant_id = $1 AND e.person_id = $2`,
    [tx.tenantId, personId],
  );
  return found;
}

/** Stores the portal user of an employee, or removes it if null. The audit log has the names, because nothing else resolves the id of a person. */
export async function storePortalLink(tx: Transaction, link: PortalLink, personId: string | null): Promise<void> {
  const people = await tx.query<{ id: string; name: string }>(
    `SELECT u.id, ${fullName('u')} AS name FROM person u WHERE u.id IN ($1, $2)`,
    [link.personId, personId],
  );
  const portalUser = (id: string | null) => people.find((person) => person.id === id) ?? id;
  await tx.query('UPDATE employee SET person_id = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    link.id,
    personId,
  ]);
  tx.record({
    operation: personId === null ? 'unlinkPortalUser' : 'linkPortalUser',
    objectType: 'employee',
    objectId: link.id,
    objectName: link.name,
    before: { portalUser: portalUser(link.personId) },
    after: { portalUser: portalUser(personId) },
    rowVersion: link.rowVersion,
  });
}

/** A participant whose data the signed-in person may read: position 0 is the person, then come the person's trusts. */
export interface OwnParticipant {
  readonly holder: number;
  readonly id: string;
  readonly kind: ParticipantRow['type'];
  readonly name: string;
}

/**
 * Returns the participants that the person of the transaction may read as. The database derives them from the person
 * alone. Empty for a person linked to nobody.
 */
export const ownParticipants = (tx: Transaction): Promise<OwnParticipant[]> =>
  tx.query(
    `SELECT o.ordinal AS holder, o.participant_id AS id, initcap(o.kind) AS kind, o.name FROM own_participants() o ORDER BY o.ordinal`,
    [],
  );
