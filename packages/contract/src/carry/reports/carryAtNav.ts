import { notDetermined } from '../../core/kinds.ts';
import { defineReport } from '../../core/report.ts';
import { vehicleParameters } from './holderParameters.ts';

const href = '/carry/{type}/{participant}/profile/carry-at-nav?asOf={:asOf}';
const money = { kind: 'money', adds: true, nullIs: notDetermined, href } as const;
/** An amount of the fund as a whole. The rows of its investments have none. */
const ofFund = { kind: 'money', adds: true, excludesParts: true, href } as const;

/** Carry at NAV of each person and trust by fund and investment, next to the account. */
export const carryAtNav = defineReport({
  name: 'carry-at-nav',
  title: 'Carry at NAV',
  group: 'Balances and escrow',
  summary:
    'Each participant’s part of accrued carry at a quarter end, by fund and investment: points, invested dollars behind them, vested, what vests next, accrued by realization, paid, escrow, clawback.',
  note: 'Accrued at NAV is a share in the GP’s part if everything were sold at fair value. Accrued by realization is the balance of the account. They aren’t added up.',
  module: 'carry',
  permission: 'participant.view',
  offThread: true,
  parameters: {
    asOf: { kind: 'date', title: 'Quarter end' },
    ...vehicleParameters,
    participantId: { kind: 'reference', title: 'Participant', target: 'participant' },
    redactName: { kind: 'boolean', title: 'Hide names' },
  },
  columns: [
    { field: 'participant', kind: 'reference', target: 'participant', title: 'Participant', redact: true, href },
    { field: 'type', kind: 'text', title: 'Type', hidden: true },
    { field: 'holder', kind: 'reference', target: 'container', title: 'Fund' },
    { field: 'investment', kind: 'reference', target: 'container', title: 'Investment' },
    { field: 'currency', kind: 'code', title: 'Currency' },
    { field: 'points', kind: 'percent', title: 'Points %' },
    { field: 'invested', kind: 'money', title: 'Invested behind points', adds: true, excludesParts: true, href },
    { field: 'carryAtNav', title: 'Accrued at NAV', ...money },
    { field: 'vested', title: 'Vested', ...money },
    { field: 'unvested', title: 'Not vested', ...money },
    { field: 'nextOn', kind: 'date', title: 'Vests next' },
    { field: 'nextAmount', kind: 'money', title: 'Vests then' },
    { field: 'accruedByRealization', title: 'Accrued by realization', ...money },
    { field: 'paid', title: 'Paid', kind: 'money', adds: true, href },
    { field: 'escrow', title: 'Escrow', kind: 'money', adds: true, href },
    { field: 'clawbackGross', title: 'Clawback before tax', ...ofFund },
    { field: 'clawbackNet', title: 'Clawback after tax', ...ofFund },
    { field: 'coveredByEscrow', title: 'Covered by escrow', ...ofFund },
    { field: 'reason', kind: 'text', title: 'Not determined because' },
  ],
  groupBy: ['participant'],
  splitBy: ['currency'],
  partOf: 'holder',
  phone: { amounts: ['carryAtNav', 'vested', 'accruedByRealization', 'paid'] },
  defaultSort: { field: 'holder', ascending: true },
  tags: ['AllocationProfile', 'CarryTerms', 'Ledger', 'Distribution', 'Participant'],
});
