import { currencySort } from '../../engine/texts/amounts.ts';
import type { LetterFigures } from '@carrara/domain/carry/distribution';
import { lastDigitsSql } from '../bankAccount.ts';
import { entriesCountedFor } from '../ledger/accountEntries.ts';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { addressLines } from '../../engine/texts/addressLines.ts';
import { containedInSql } from '../../portfolio/container/sources.ts';

/** Facts about a payee in a letter that aren't part of the run. */
export interface PayeeFacts {
  readonly participantId: string;
  /** Null for a trust or entity. */
  readonly firstName: string | null;
  /** Lines of the address. Empty if none is stored. */
  readonly address: readonly string[];
  /** Last four digits of the bank account in force when the payment was made, or now if it isn't made yet. Null if there is none. */
  readonly account: string | null;
  /** Escrow on the date, for each currency that ever had any. Empty if nothing is withheld. */
  readonly escrow: readonly { readonly currency: string; readonly amount: string }[];
  /** Amounts paid by disbursed runs this year up to the date, less reversals, per currency. */
  readonly paid: readonly ({ readonly currency: string } & LetterFigures)[];
}

const address = (from: string, prefix: string) =>
  `SELECT x.tenant_id, x.id, ${addressLines('x', prefix)} AS lines FROM ${from} x`;
const addresses = `(${address('employee', 'home_address')} UNION ALL ${address('trust', 'address')} UNION ALL ${address('entity', 'address')})`;
const currencyOf = (row: string) =>
  `(SELECT r.code FROM reference_entry r WHERE r.tenant_id = ${row}.tenant_id AND r.id = ${row}.currency_id)`;
const sum = (column: string) => `sum(v.${column})::text`;

/** The day of a payment, and the time at which it was made; null if it isn't made yet. */
export interface PaymentTime {
  readonly on: string;
  readonly paidAt: string | null;
}

/** Returns the facts about these payees and a payment, in one statement. */
export const payeeFacts = (
  tx: Transaction,
  participantIds: readonly string[],
  { on, paidAt }: PaymentTime,
): Promise<PayeeFacts[]> =>
  tx.query<PayeeFacts>(
    `WITH escrow_sum AS (
       SELECT e.holder_id AS participant_id, ${currencyOf('e')} AS currency, sum(e.amount)::text AS amount
       FROM ${entriesCountedFor('escrow_entry', '$2::uuid[]')} e WHERE e.entry_date <= $3::date
       GROUP BY e.holder_id, e.tenant_id, e.currency_id),
     paid AS (
       SELECT v.participant_id, ${currencyOf('d')} AS currency, jsonb_build_object('currency', ${currencyOf('d')},
         'grossCarryDistributed', ${sum('gross_carry_distributed')}, 'tax', ${sum('tax')}, 'escrow', ${sum('escrow')},
         'loanRepayment', ${sum('loan_repayment')}, 'otherAdjustment', ${sum('other_adjustment')},
         'netCarryDistributed', ${sum('net_carry_distributed')}) AS figures
       FROM distribution d JOIN distribution_detail v ON v.tenant_id = d.tenant_id AND v.distribution_id = d.id
       WHERE d.tenant_id = $1 AND d.status = 'DISB' AND v.participant_id = ANY ($2::uuid[])
         AND d.distribution_date BETWEEN date_trunc('year', $3::date)::date AND $3::date
       GROUP BY v.participant_id, d.tenant_id, d.currency_id)
     SELECT p.id AS "participantId", coalesce(to_jsonb(a.lines), '[]') AS address,
       (SELECT nullif(e.first_name, '') FROM employee e WHERE e.tenant_id = p.tenant_id AND e.id = p.id) AS "firstName",
       ${lastDigitsSql('p.id', '$4::timestamptz')} AS account,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', h.currency, 'amount', h.amount) ORDER BY ${currencySort('h.currency')}), '[]')
        FROM escrow_sum h WHERE h.participant_id = p.id) AS escrow,
       (SELECT coalesce(jsonb_agg(y.figures ORDER BY ${currencySort('y.currency')}), '[]') FROM paid y WHERE y.participant_id = p.id) AS paid
     FROM participant p
     LEFT JOIN ${addresses} a ON a.tenant_id = p.tenant_id AND a.id = p.id
     WHERE p.tenant_id = $1 AND p.id = ANY ($2::uuid[])`,
    [tx.tenantId, participantIds, on, paidAt],
  );

/** Facts about a person that a letter prints. */
export interface PrintedPerson {
  readonly participantId: string;
  readonly name: string;
  readonly address: readonly string[];
}

/** Returns everybody in the rows of a run. */
export const printedPeople = (tx: Transaction, distributionId: string): Promise<PrintedPerson[]> =>
  tx.query<PrintedPerson>(
    `SELECT p.id AS "participantId", p.name, coalesce(to_jsonb(a.lines), '[]') AS address
     FROM participant p
     LEFT JOIN ${addresses} a ON a.tenant_id = p.tenant_id AND a.id = p.id
     WHERE p.tenant_id = $1 AND p.id IN
       (SELECT d.participant_id FROM distribution_detail d WHERE d.tenant_id = $1 AND d.distribution_id = $2)`,
    [tx.tenantId, distributionId],
  );

export interface TrancheHolder {
  readonly trancheId: string;
  readonly name: string;
}

/** Returns the holders of those sources that are tranches, if they have one. */
export const trancheHolders = (tx: Transaction, sourceIds: readonly string[]): Promise<TrancheHolder[]> =>
  tx.query<TrancheHolder>(
    `SELECT h.* FROM (SELECT f.id AS "trancheId", ${containedInSql('f')} AS name FROM source_facts f
       WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[]) AND f.kind = 'tranche') h WHERE h.name <> ''`,
    [tx.tenantId, sourceIds],
  );
