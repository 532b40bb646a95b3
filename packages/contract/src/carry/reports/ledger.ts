import { defineReport, type ReportColumn } from '../../core/report.ts';
import { peopleParameters, peoplePeriodParameters } from './peopleParameters.ts';

const entries = '/carry/{type}/{participant}/profile/account-entries';
/** A figure with a link to the account that it adds up. */
const money = (field: string, title: string, ledger: '' | '&f.ledger=escrow' = '') =>
  ({
    field,
    title,
    kind: 'money',
    adds: true,
    href: `${entries}?asOf={:selectedDate}${ledger}`,
  }) as const satisfies ReportColumn;
const escrow = (field: string, title: string) =>
  ({
    field,
    title,
    kind: 'money',
    adds: true,
    href: `${entries}?asOf={:to}&f.ledger=escrow`,
  }) as const satisfies ReportColumn;

const participant = {
  field: 'participant',
  kind: 'reference',
  target: 'participant',
  title: 'Participant',
  redact: true,
  href: entries,
} as const;
const type = { field: 'type', kind: 'text', title: 'Type', hidden: true } as const;
const holder = { field: 'holder', kind: 'reference', target: 'container', title: 'Fund' } as const;
const source = { field: 'source', kind: 'reference', target: 'container', title: 'Source' } as const;
const currency = { field: 'currency', kind: 'code', title: 'Currency' } as const;
const common = {
  module: 'carry',
  permission: 'ledgerRun.view',
  parameters: peopleParameters,
  splitBy: ['currency'],
  tags: ['LedgerRun', 'Distribution', 'Realization', 'Participant'],
} as const;

const unlessAccrued = { nullIs: 'not determined', excludedReason: 'nothing has been accrued' } as const;
/**
 * The carry account of each person and trust, by source: `accrued - opening distributed - distributed - clawed back = balance` on every date. Accrued
 * includes opening balances. Distributed is the carry of disbursed distributions, as in the participant's profile.
 */
export const estimatedAccruedCarry = defineReport({
  ...common,
  name: 'estimated-accrued-carry',
  offThread: true,
  aliases: ['estimated-carried-interest'],
  title: 'Estimated accrued carry',
  group: 'Balances and escrow',
  summary:
    'Accrued, distributed and clawed-back carry, balance and escrow held as of a date, by participant and source. Amounts distributed before the opening balance have their own column.',
  columns: [
    participant,
    type,
    source,
    currency,
    { ...money('accrued', 'Accrued'), ...unlessAccrued },
    money('openingDistributed', 'Opening distributed'),
    money('distributed', 'Distributed'),
    money('clawedBack', 'Clawed back'),
    { ...money('balance', 'Balance'), ...unlessAccrued },
    money('escrowBalance', 'Escrow held', '&f.ledger=escrow'),
  ],
  counted: 'sources',
  groupBy: ['participant'],
  defaultSort: { field: 'source', ascending: true },
});

/** Amounts clawed back from each participant, by fund. */
export const clawbackByFund = defineReport({
  ...common,
  name: 'clawback-by-fund',
  aliases: ['clawback'],
  offeredWith: 'clawback',
  title: 'Clawback by fund',
  group: 'Balances and escrow',
  summary:
    'Carry paid, carry clawed back from escrow and accounts, and carry that can still be reclaimed, by fund and participant.',
  columns: [
    holder,
    participant,
    type,
    currency,
    money('distributed', 'Paid'),
    money('fromEscrow', 'Clawed back from escrow', '&f.ledger=escrow'),
    money('clawedBack', 'Clawed back from accounts'),
    money('clawedBackInAll', 'Clawed back'),
    money('stillPaid', 'Paid and not clawed back'),
    money('escrowBalance', 'Escrow held', '&f.ledger=escrow'),
  ],
  groupBy: ['holder'],
  defaultSort: { field: 'participant', ascending: true },
});

/** The escrow of each person and trust, by source: `opening + held - released - applied to clawback = closing`. */
export const escrowLedger = defineReport({
  ...common,
  name: 'escrow-ledger',
  title: 'Escrow ledger',
  group: 'Balances and escrow',
  summary: 'Opening escrow for a period; amounts withheld, released and applied to clawback; and closing escrow.',
  parameters: peoplePeriodParameters,
  columns: [
    holder,
    source,
    participant,
    type,
    currency,
    escrow('opening', 'Opening'),
    escrow('withheld', 'Held'),
    escrow('released', 'Released'),
    escrow('applied', 'Applied to clawback'),
    escrow('closing', 'Closing'),
  ],
  groupBy: ['holder', 'source'],
  defaultSort: { field: 'participant', ascending: true },
});
