import type { RowOf } from '@carrara/contract/core/endpoint';
import type { bankAccountEndpoints, CurrentBankAccount } from '@carrara/contract/carry/participant/bankAccount';
import { applications } from '@carrara/contract/core/permissions';
import { type BankAccountPeople, colleagueDays } from '@carrara/domain/carry/bankAccount';
import { required } from '@carrara/domain/kernel';
import { v7 as newId } from 'uuid';
import { column, condition } from '../engine/lists/definition.ts';
import { defineListQuery } from '../engine/lists/listQuery.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import { fullName, personName } from '../engine/texts/personName.ts';
import { readAccountProvisioners } from '../platform/user/readAccountProvisioners.ts';
import { hasModule } from '../platform/user/hasModule.ts';

const answer = (column: string) =>
  `(SELECT ${column} FROM bank_account_answer a WHERE a.tenant_id = b.tenant_id AND a.bank_account_id = b.id)`;
const isLast = `NOT EXISTS (SELECT FROM bank_account o JOIN bank_account_answer c ON c.tenant_id = o.tenant_id AND c.bank_account_id = o.id AND c.is_confirmed
  WHERE o.tenant_id = b.tenant_id AND o.participant_id = b.participant_id AND (c.created_at, c.id) > (${answer('a.created_at')}, ${answer('a.id')}))`;

/** Returns SQL for the last four digits of the account in force at a time, or now if the time is null. Null if there was none. */
export const lastDigitsSql = (participantId: string, at: string): string =>
  `(SELECT right(b.account_number, 4) FROM bank_account b
    JOIN bank_account_answer a ON a.tenant_id = b.tenant_id AND a.bank_account_id = b.id AND a.is_confirmed
    WHERE b.tenant_id = $1 AND b.participant_id = ${participantId} AND a.created_at <= coalesce(${at}, 'infinity')
    ORDER BY a.created_at DESC, a.id DESC LIMIT 1)`;

/** List of all changes of bank accounts, latest first. */
export const bankAccountList = defineListQuery<RowOf<(typeof bankAccountEndpoints)['listBankAccounts']>>({
  base: { table: 'bank_account' },
  columns: {
    participantId: { value: 'b.participant_id' },
    state: column(
      'text',
      `CASE ${answer('a.is_confirmed')} WHEN false THEN 'Refused' WHEN true THEN CASE WHEN NOT ${isLast} THEN 'Earlier' WHEN b.account_number IS NULL THEN 'No bank account' ELSE 'Current' END ELSE 'Waiting for confirmation' END`,
    ),
    holderName: column('text', 'b.holder_name'),
    bankName: column('text', 'b.bank_name'),
    bankCode: column('text', 'b.bank_code'),
    ending: column('text', 'right(b.account_number, 4)'),
    reason: column('longText', 'b.reason'),
    createdDate: column('instant', 'b.created_at'),
    enteredBy: column('text', personName('b.created_by')),
    enteredById: { value: 'b.created_by' },
    answeredDate: column('instant', answer('a.created_at')),
    answeredBy: column('text', answer(personName('a.created_by'))),
    answerReason: column('longText', answer('a.reason')),
  },
  search: { text: `lower(concat_ws(E'\\n', b.holder_name, b.bank_name, b.reason))` },
  filters: {
    id: condition('b.id = ?::uuid'),
    participantId: condition('b.participant_id = ?::uuid'),
  },
  defaultSort: { field: 'createdDate', ascending: false },
});

/**
 * Returns the name of a participant, or undefined if there is none. Locks the row, so that two changes run one after
 * another.
 */
export async function accountHolder(tx: Transaction, participantId: string): Promise<string | undefined> {
  const [found] = await tx.query<{ name: string }>(
    'SELECT name FROM participant WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
    [tx.tenantId, participantId],
  );
  return found?.name;
}

/** Returns the account in force. Null if there is none. */
export async function currentBankAccount(tx: Transaction, participantId: string): Promise<CurrentBankAccount | null> {
  const [found] = await tx.query<CurrentBankAccount>(
    `SELECT b.holder_name AS "holderName", b.bank_name AS "bankName", b.bank_code AS "bankCode", right(b.account_number, 4) AS ending
     FROM bank_account b JOIN bank_account_answer a ON a.tenant_id = b.tenant_id AND a.bank_account_id = b.id AND a.is_confirmed
     WHERE b.tenant_id = $1 AND b.participant_id = $2 AND ${isLast} AND b.account_number IS NOT NULL`,
    [tx.tenantId, participantId],
  );
  return found ?? null;
}

/** Returns whether a change waits for a second person, and the last digits of the account in force. */
export async function readAccountInForce(
  tx: Transaction,
  participantId: string,
): Promise<{ readonly isWaiting: boolean; readonly ending: string | null }> {
  const [found] = await tx.query<{ isWaiting: boolean; ending: string | null }>(
    `SELECT EXISTS (SELECT FROM bank_account b WHERE b.tenant_id = $1 AND b.participant_id = $2 AND NOT EXISTS
       (SELECT FROM bank_account_answer a WHERE a.tenant_id = b.tenant_id AND a.bank_account_id = b.id)) AS "isWaiting",
       bank_account_ending($2::uuid) AS ending`,
    [tx.tenantId, participantId],
  );
  return required(found, 'the row of the account in force');
}

export interface NewBankAccount {
  readonly holderName: string;
  readonly bankName: string;
  readonly bankCode: string;
  readonly accountNumber: string;
}
const endingOf = (account: NewBankAccount | null) => (account === null ? null : account.accountNumber.slice(-4));

/**
 * Stores a change by the person of the transaction. Null removes the account. The audit log contains only the last four
 * digits.
 */
export async function insertBankAccount(
  tx: Transaction,
  operation: 'enterBankAccount' | 'removeBankAccount',
  participant: { readonly id: string; readonly name: string },
  account: NewBankAccount | null,
  reason: string,
): Promise<string> {
  const id = newId();
  await tx.query(
    `INSERT INTO bank_account (tenant_id, id, participant_id, holder_name, bank_name, bank_code, account_number, reason, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.tenantId,
      id,
      participant.id,
      account?.holderName ?? null,
      account?.bankName ?? null,
      account?.bankCode ?? null,
      account?.accountNumber ?? null,
      reason,
      tx.now,
      tx.personId,
    ],
  );
  const after = account && { holderName: account.holderName, bankName: account.bankName, ending: endingOf(account) };
  tx.record({
    operation,
    objectType: 'bankAccount',
    objectId: id,
    objectName: participant.name,
    before: null,
    after: after ?? { ending: null },
    rowVersion: 1,
    reason,
  });
  return id;
}

export interface StoredBankAccount {
  readonly id: string;
  readonly participantId: string;
  readonly participant: string;
  readonly accountNumber: string | null;
  readonly enteredBy: string;
  readonly enteredByName: string;
  readonly isAnswered: boolean;
}

/** Returns a change of an account, locked so that only one decision on it succeeds. */
export async function loadBankAccount(tx: Transaction, id: string): Promise<StoredBankAccount | undefined> {
  const [found] = await tx.query<StoredBankAccount>(
    `SELECT b.id, b.participant_id AS "participantId", p.name AS participant, b.account_number AS "accountNumber",
       b.created_by AS "enteredBy", ${personName('b.created_by')} AS "enteredByName",
       EXISTS (SELECT FROM bank_account_answer a WHERE a.tenant_id = b.tenant_id AND a.bank_account_id = b.id) AS "isAnswered"
     FROM bank_account b JOIN participant p ON p.tenant_id = b.tenant_id AND p.id = b.participant_id
     WHERE b.tenant_id = $1 AND b.id = $2`,
    [tx.tenantId, id],
  );
  return found;
}

const staff = applications
  .filter((application) => application !== 'participant-portal')
  .map((application) => hasModule('m', application))
  .join(' OR ');

/** Returns the people who may confirm changes that these people entered, their colleagues, and who set up whose account. */
export async function bankAccountPeople(tx: Transaction, enteredBy: readonly string[]): Promise<BankAccountPeople> {
  const colleagues = await tx.query<{ id: string; name: string; isPresent: boolean; isEditor: boolean }>(
    `SELECT p.id, ${fullName('p')} AS name, s.present AS "isPresent", s.present AND ${hasModule('m', 'carry', 'editor')} AS "isEditor"
     FROM membership m JOIN person p ON p.id = m.person_id AND NOT p.is_program
     CROSS JOIN LATERAL (SELECT NOT m.is_inactive AND NOT p.is_inactive AND (NOT ${hasModule('m', 'participant-portal')} OR ${staff}) AS present) s
     WHERE m.tenant_id = $1 AND (m.updated_at > $2::timestamptz - make_interval(days => $3) OR s.present)
     ORDER BY name, p.id`,
    [tx.tenantId, tx.now, colleagueDays],
  );
  const editors = colleagues.filter(({ isEditor }) => isEditor);
  return {
    editors,
    colleagues,
    ...(await readAccountProvisioners(tx, [...colleagues.map(({ id }) => id), ...enteredBy])),
  };
}

/** Returns everybody who entered a change that waits for a second person. */
export async function peopleWithWaitingChanges(tx: Transaction): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT b.created_by AS id FROM bank_account b WHERE b.tenant_id = $1
       AND NOT EXISTS (SELECT FROM bank_account_answer a WHERE a.tenant_id = b.tenant_id AND a.bank_account_id = b.id)`,
    [tx.tenantId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the name of a person. Null for somebody of another firm. */
export async function nameOfPerson(tx: Transaction, id: string): Promise<string | null> {
  const [found] = await tx.query<{ name: string }>(`SELECT ${personName('$1::uuid')} AS name`, [id]);
  return found?.name || null;
}

export async function answerBankAccount(
  tx: Transaction,
  operation: 'confirmBankAccount' | 'refuseBankAccount',
  account: StoredBankAccount,
  reason: string | null,
): Promise<void> {
  const isConfirmed = operation === 'confirmBankAccount';
  await tx.query(
    `INSERT INTO bank_account_answer (tenant_id, id, bank_account_id, is_confirmed, reason, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, newId(), account.id, isConfirmed, reason, tx.now, tx.personId],
  );
  tx.record({
    operation,
    objectType: 'bankAccount',
    objectId: account.id,
    objectName: account.participant,
    before: null,
    after: { isConfirmed },
    rowVersion: 2,
    ...(reason === null ? {} : { reason }),
  });
}
