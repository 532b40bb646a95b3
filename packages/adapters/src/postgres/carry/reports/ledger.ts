import {
  clawbackByFund as byFund,
  escrowLedger as ofEscrow,
  estimatedAccruedCarry as accrued,
} from '@carrara/contract/carry/reports/ledger';
import { defineReportQuery } from '../../engine/reports/reportQuery.ts';
import { currencyCodeSql } from '../../engine/texts/amounts.ts';
import { displayParticipantSql } from '../../people/participant/displayParticipantSql.ts';
import { isDetermined } from '../ledger/accountEntries.ts';
import { holderCondition } from './holderCondition.ts';

const by = `coalesce(:selectedDate::date, :to::date, 'infinity'::date)`;
const nothing = '0.00::numeric';
const sumOfKinds = (kinds: string, sign: '' | '-' = '') =>
  `CASE WHEN e.kind IN (${kinds}) THEN ${sign}e.amount ELSE ${nothing} END`;
const paid = sumOfKinds(`'DISTRIBUTION', 'OPENING_DISTRIBUTED'`, '-');

type Figures = Readonly<Record<string, string>>;
/**
 * Returns SQL for the figures of the entries of both ledgers by date, each with the participant it is displayed under.
 * Figures that a ledger doesn't have are zero. `counted` limits the entries.
 */
function facts(account: Figures, escrow: Figures, counted?: Readonly<Record<'account' | 'escrow', string>>): string {
  const names = [...new Set([...Object.keys(account), ...Object.keys(escrow)])];
  const entries = (table: 'account_entry' | 'escrow_entry', figures: Figures, where = 'true') =>
    `SELECT e.tenant_id, p.id AS participant, initcap(p.kind) AS type, coalesce(f.fund_id, f.coinvestment_id, f.id) AS holder, f.id AS source,
       ${currencyCodeSql('e')} AS currency, ${names.map((name) => `${figures[name] ?? nothing} AS "${name}"`).join(', ')}
     FROM ${table} e JOIN source_facts f ON f.tenant_id = e.tenant_id AND f.id = e.container_id
     JOIN ${displayParticipantSql('coalesce(:aggregateTrust::boolean, false)')} p ON p.tenant_id = e.tenant_id AND p.own_id = e.participant_id
     WHERE e.entry_date <= ${by} AND ${holderCondition}
       AND (:participantId::uuid IS NULL OR p.id = :participantId::uuid) AND ${where}`;
  return [
    ...(Object.keys(account).length > 0 ? [entries('account_entry', account, counted?.account)] : []),
    entries('escrow_entry', escrow, counted?.escrow),
  ].join(' UNION ALL ');
}

const reportedOnly = (figure: string) => `CASE WHEN ${isDetermined('e', by)} THEN ${figure} END`;

/** SQL that is false for the entries of an account whose payments were all reversed, which has nothing to report. */
const counts = `(${isDetermined('e', by)}) IS NOT NULL`;
const escrowBalance = `(SELECT sum(x.amount) FROM escrow_entry x WHERE x.tenant_id = e.tenant_id AND x.participant_id = e.participant_id
  AND x.container_id = e.container_id AND x.entry_date <= ${by})`;

export const estimatedAccruedCarry = defineReportQuery(accrued, {
  source: 'facts',
  from: facts(
    {
      accrued: reportedOnly(sumOfKinds(`'ACCRUAL', 'OPENING'`)),
      openingDistributed: sumOfKinds(`'OPENING_DISTRIBUTED'`, '-'),
      distributed: sumOfKinds(`'DISTRIBUTION'`, '-'),
      clawedBack: sumOfKinds(`'CLAWBACK'`, '-'),
      balance: reportedOnly('e.amount'),
    },
    { escrowBalance: 'e.amount' },
    { account: counts, escrow: `(${counts} OR ${escrowBalance} <> 0)` },
  ),
});

export const clawbackByFund = defineReportQuery(byFund, {
  source: 'facts',
  from: facts(
    {
      distributed: paid,
      clawedBack: sumOfKinds(`'CLAWBACK'`, '-'),
      clawedBackInAll: sumOfKinds(`'CLAWBACK'`, '-'),
      stillPaid: `${paid} + ${sumOfKinds(`'CLAWBACK'`)}`,
    },
    {
      fromEscrow: sumOfKinds(`'APPLIED'`, '-'),
      clawedBackInAll: sumOfKinds(`'APPLIED'`, '-'),
      stillPaid: sumOfKinds(`'APPLIED'`),
      escrowBalance: 'e.amount',
    },
  ),
});

/** SQL that is true before the period, or for an opening balance within it. */
const before = `(e.kind = 'OPENING' OR e.entry_date < coalesce(:from::date, '-infinity'::date))`;
const within = (figure: string) => `CASE WHEN ${before} THEN ${nothing} ELSE ${figure} END`;
export const escrowLedger = defineReportQuery(ofEscrow, {
  source: 'facts',
  from: facts(
    {},
    {
      opening: `CASE WHEN ${before} THEN e.amount ELSE ${nothing} END`,
      withheld: within(sumOfKinds(`'WITHHELD'`)),
      released: within(sumOfKinds(`'RELEASED'`, '-')),
      applied: within(sumOfKinds(`'APPLIED'`, '-')),
      closing: 'e.amount',
    },
  ),
});
