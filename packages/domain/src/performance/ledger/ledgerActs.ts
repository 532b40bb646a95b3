import type { EntryType } from './entryType.ts';

/** A field of an act, other than its amounts. */
export type ActField =
  | 'proceeds'
  | 'holdingIds'
  | 'reason'
  | 'investorId'
  | 'buyerId'
  | 'securityId'
  | 'issueDate'
  | 'commitment'
  | 'value'
  | 'interestRate'
  | 'costRelieved'
  | 'isOutside'
  | 'settledOn'
  | 'description';

/** An amount of an act, which becomes an entry of its type. */
interface ActLine {
  readonly title: string;
  readonly type: EntryType;
  readonly isRecallable?: true;
}

export interface LedgerAct {
  readonly title: string;
  /** The notice that the act creates, numbered after the last one. */
  readonly notice?: 'CALL' | 'DISTRIBUTION';
  /** The fields in the order of the form. Every act also has a date. */
  readonly fields: Readonly<Partial<Record<ActField, 'required' | 'optional'>>>;
  readonly lines: Readonly<Record<string, ActLine>>;
}

const distributed = {
  capital: { title: 'Return of capital', type: 'DIST-ROC' },
  recallable: { title: 'Return of capital, recallable', type: 'DIST-ROC', isRecallable: true },
  gain: { title: 'Gain', type: 'DIST-GAIN' },
  income: { title: 'Income', type: 'DIST-INC' },
  carry: { title: 'Carry earned', type: 'CARRY-EARNED' },
} as const;

const bothOptional = { settledOn: 'optional', description: 'optional' } as const;

/**
 * The acts of a fund that post several records at once, each with the fields that it needs. The amounts of a late closing and a partner transfer are
 * computed from the ledger, so they have no lines.
 */
export const ledgerActs = {
  CALL: {
    title: 'Capital call',
    notice: 'CALL',
    fields: { issueDate: 'optional', isOutside: 'optional', ...bothOptional },
    lines: {
      investments: { title: 'Investments', type: 'CALL-INV' },
      fees: { title: 'Management fees', type: 'CALL-FEE' },
      expenses: { title: 'Partnership expenses', type: 'CALL-EXP' },
      line: { title: 'Credit line fees and interest', type: 'CALL-LINE' },
      workingCapital: { title: 'Working capital', type: 'CALL-WC' },
    },
  },
  DISTRIBUTION: {
    title: 'Distribution',
    notice: 'DISTRIBUTION',
    fields: {
      proceeds: 'optional',
      holdingIds: 'optional',
      issueDate: 'optional',
      reason: 'optional',
      ...bothOptional,
    },
    lines: distributed,
  },
  LATE_CLOSING: {
    title: 'Late closing',
    fields: { investorId: 'required', commitment: 'required', interestRate: 'optional', ...bothOptional },
    lines: {},
  },
  PARTNER_TRANSFER: {
    title: 'Partner transfer',
    fields: {
      investorId: 'required',
      buyerId: 'required',
      commitment: 'required',
      value: 'required',
      description: 'optional',
    },
    lines: {},
  },
  PURCHASE: {
    title: 'Purchase',
    fields: { securityId: 'required', ...bothOptional },
    lines: { price: { title: 'Purchase price', type: 'BUY' } },
  },
  SALE: {
    title: 'Sale',
    fields: { securityId: 'required', costRelieved: 'required', ...bothOptional },
    lines: { proceeds: { title: 'Proceeds', type: 'SELL' } },
  },
  SALE_DISTRIBUTION: {
    title: 'Sale and distribution',
    notice: 'DISTRIBUTION',
    fields: {
      securityId: 'required',
      costRelieved: 'required',
      proceeds: 'optional',
      issueDate: 'optional',
      reason: 'optional',
      ...bothOptional,
    },
    lines: { price: { title: 'Sale proceeds', type: 'SELL' }, ...distributed },
  },
} as const satisfies Readonly<Record<string, LedgerAct>>;

export type LedgerActKind = keyof typeof ledgerActs;
export const ledgerActKinds = Object.keys(ledgerActs) as readonly LedgerActKind[];
/** Returns whether an act distributes cash, so that the carry terms can split it. */
export const isDistributionAct = (kind: LedgerActKind): boolean => ledgerAct(kind).notice === 'DISTRIBUTION';
export const ledgerAct = (kind: LedgerActKind): LedgerAct => ledgerActs[kind];
