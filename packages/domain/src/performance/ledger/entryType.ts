/** The category of a cash flow, used as the filter in lists of flows. Null if it isn't listed. */
export const cashFlowCategories = ['Investment', 'Distribution', 'Carry Paid', 'Clawback', 'Expense'] as const;
export type CashFlowCategory = (typeof cashFlowCategories)[number];

/**
 * The keys that split an entry over the commitments of its vehicle.
 *
 * COMMITMENT: all. FEE: those that pay fees. INVESTING: those not excused from the holding. CARRY: those that pay carry. These split by the
 * commitment on the entry's date. NOTICE: as the notice specifies. ONE: a single commitment.
 */
export const allocationKeys = ['COMMITMENT', 'FEE', 'INVESTING', 'CARRY', 'NOTICE', 'ONE'] as const;
export type AllocationKey = (typeof allocationKeys)[number];
export const allocationKeyTitles: Readonly<Record<AllocationKey, string>> = {
  COMMITMENT: 'All commitments',
  FEE: 'Fee payers',
  INVESTING: 'Participants in the investment',
  CARRY: 'Carry payers',
  NOTICE: 'As stated in the notice',
  ONE: 'A single commitment',
};

/** The keys of entries whose shares are entered. All others split the amount. */
export const keysOfShares: ReadonlySet<AllocationKey> = new Set(['NOTICE', 'ONE']);

/** The factor by which an amount changes a figure. */
type Sign = -1 | 0 | 1;

/** A row of ILPA's Reporting Template, with the sign of the amount in it. */
export interface TemplateRow {
  readonly row: number;
  readonly sign: -1 | 1;
}

/** The effect on the unfunded commitment, and the template row that reports it. */
interface UnfundedRule {
  readonly row: 110 | 111 | 112 | 113;
  readonly sign: -1 | 1;
  /** Always; unless outside the commitment; only if recallable; or as specified by the shares. */
  readonly when: 'always' | 'inside' | 'recallable' | 'entered';
}

export interface EntryTypeRule {
  readonly title: string;
  readonly category: CashFlowCategory | null;
  /** True if a negative amount can be entered. All other types are negative only in a reversal. */
  readonly eitherSign?: true;
  /** The investor's cash that counts in returns and multiples; positive if received. */
  readonly cash: Sign;
  /** The investor's cash that is neither a contribution nor a distribution; positive if received. */
  readonly interest?: -1 | 1;
  /** The vehicle's cash once settled; positive if received. */
  readonly vehicleCash: Sign;
  /** The partner's net asset value. For a sale, it changes by the gain: proceeds less the cost relieved. */
  readonly nav: Sign;
  readonly unfunded?: UnfundedRule;
  readonly rows: readonly TemplateRow[];
  /** Its row of ILPA's Performance Template. The second one applies if it is outside the commitment or recallable. */
  readonly performance?: readonly [string, string?];
  readonly key: AllocationKey;
  readonly holding?: 'required' | 'allowed';
  /** A security of the holding: the one bought or sold. */
  readonly security?: 'required';
  /** The kind of notice that can announce it. */
  readonly notice?: 'CALL' | 'DISTRIBUTION';
  /**
   * For carry, the GP gets the partners' amount with the opposite sign in the same rows. This adds further effects of the GP's share, whose amount is
   * negative if the partners' is positive.
   */
  readonly mirror?: { readonly cash: Sign; readonly nav: Sign; readonly rows: readonly TemplateRow[] };
}

type Rule = EntryTypeRule;
const row = (number: number, sign: -1 | 1): readonly TemplateRow[] => [{ row: number, sign }];

const call = (title: string, performance: readonly [string, string?], more: Partial<Rule> = {}): Rule => ({
  title,
  category: 'Expense',
  cash: -1,
  vehicleCash: 1,
  nav: 1,
  unfunded: { row: 110, sign: -1, when: 'inside' },
  rows: row(13, 1),
  performance,
  key: 'COMMITMENT',
  holding: 'allowed',
  notice: 'CALL',
  ...more,
});

const paidOut = (title: string, performance: readonly [string, string?], when: 'recallable' | 'inside'): Rule => ({
  title,
  category: 'Distribution',
  cash: 1,
  vehicleCash: -1,
  nav: -1,
  unfunded: { row: 111, sign: 1, when },
  rows: row(14, -1),
  performance,
  key: 'COMMITMENT',
  holding: 'allowed',
  notice: 'DISTRIBUTION',
});

/** Interest that a late investor pays to the earlier ones: neither cash nor income of the vehicle. */
const lateInterest = (title: string, interest: -1 | 1): Rule => ({
  title,
  category: interest < 0 ? 'Expense' : 'Distribution',
  cash: 0,
  interest,
  vehicleCash: 0,
  nav: 0,
  rows: [],
  key: 'COMMITMENT',
});

/** A cost borne by the partners: an expense of the vehicle, or a reduction of one. */
const cost = (title: string, number: number, sign: -1 | 1 = -1, key: AllocationKey = 'COMMITMENT'): Rule => ({
  title,
  category: 'Expense',
  cash: 0,
  vehicleCash: sign,
  nav: sign,
  rows: row(number, sign),
  key,
  holding: 'allowed',
});

const income = (title: string, number: number): Rule => ({
  title,
  category: 'Distribution',
  cash: 0,
  vehicleCash: 1,
  nav: 1,
  rows: row(number, 1),
  key: 'INVESTING',
  holding: 'allowed',
});

const line = (title: string, vehicleCash: Sign, performance: string, more: Partial<Rule> = {}): Rule => ({
  title,
  category: null,
  cash: 0,
  vehicleCash,
  nav: 0,
  rows: [],
  performance: [performance],
  key: 'COMMITMENT',
  holding: 'allowed',
  ...more,
});

const noMirror = { cash: 0, nav: 0, rows: [] } as const;
const carry = (title: string, rows: readonly TemplateRow[], more: Partial<Rule>): Rule => ({
  title,
  category: null,
  cash: 0,
  vehicleCash: 0,
  nav: 0,
  rows,
  key: 'CARRY',
  holding: 'allowed',
  mirror: noMirror,
  ...more,
});

/** A memo item, which doesn't change any value. */
const memo = (title: string, number: number): Rule => ({
  title,
  category: null,
  cash: 0,
  vehicleCash: 0,
  nav: 0,
  rows: row(number, 1),
  key: 'COMMITMENT',
  holding: 'allowed',
});

const unfundedOnly = (title: string, rule: UnfundedRule, more: Partial<Rule> = {}): Rule => ({
  title,
  category: null,
  cash: 0,
  vehicleCash: 0,
  nav: 0,
  unfunded: rule,
  rows: [],
  key: 'COMMITMENT',
  ...more,
});

/**
 * Every type of entry with its effects. This is the only place that decides a sign.
 *
 * An amount is positive in the direction that its type names. It is negative only in a reversal or if `eitherSign` allows it. Rows 92 and 93 (gains)
 * are net of carry, so the carry that a partner bears is included there and repeated in 97 and 98.
 */
export const entryTypes = {
  'CALL-INV': call('Capital call: investments', ['Capital Call: Investments'], { category: 'Investment' }),
  'CALL-FEE': call(
    'Capital call: management fees',
    ['Capital Call: Management Fees (Inside Commitment)', 'Capital Call: Management Fees (Outside Commitment)'],
    { key: 'FEE' },
  ),
  'CALL-EXP': call('Capital call: partnership expenses', ['Capital Call: Partnership Expenses']),
  'CALL-PLACEMENT': call('Capital call: placement agent fees', ['Capital Call: Placement Agent Fees']),
  'CALL-LINE': call('Capital call: fees and interest of the credit line', [
    'Capital Call: Fund-level Subscription Facility Fees/Interest',
  ]),
  'CALL-DEEMED': call('Deemed contribution of the GP', ['Deemed GP Contribution from LPs']),
  'CALL-WC': call('Capital call: working capital', ['Capital Call: Working Capital'], {
    category: 'Investment',
    eitherSign: true,
  }),
  'DIST-INC': paidOut(
    'Distribution: income',
    ['Distribution: Permanent - Income/Dividends', 'Distribution: Recallable'],
    'recallable',
  ),
  'DIST-GAIN': paidOut(
    'Distribution: gain',
    ['Distribution: Permanent - Gain / Loss', 'Distribution: Recallable'],
    'recallable',
  ),
  'DIST-ROC': paidOut(
    'Distribution: return of capital',
    ['Distribution: Permanent - Return of Capital', 'Distribution: Recallable - Return of Capital'],
    'recallable',
  ),
  'DIST-FEE': paidOut(
    'Distribution: return of management fees',
    ['Distribution: Permanent - Return of Management Fees', 'Distribution: Recallable - Return of Management Fees'],
    'recallable',
  ),
  'DIST-EXP': paidOut(
    'Distribution: return of partnership expenses',
    [
      'Distribution: Permanent - Return of Partnership Expenses',
      'Distribution: Recallable - Return of Partnership Expenses',
    ],
    'recallable',
  ),
  'EXCESS-INV': paidOut(
    'Return of excess capital called: investments',
    ['Distribution: Return of Excess Capital Called: Investments'],
    'inside',
  ),
  'EXCESS-FEE': paidOut(
    'Return of excess capital called: fees and expenses',
    ['Distribution: Return of Excess Capital Called: Management Fees/Partnership Expenses'],
    'inside',
  ),
  TRANSFER: {
    title: 'Transfer between partners',
    category: 'Expense',
    eitherSign: true,
    cash: 0,
    vehicleCash: 0,
    nav: 1,
    unfunded: { row: 113, sign: 1, when: 'entered' },
    rows: row(17, 1),
    key: 'NOTICE',
  },
  'LATE-INT-PAID': lateInterest('Late-closing interest paid', -1),
  'LATE-INT-RECEIVED': lateInterest('Late-closing interest received', 1),
  OFFERING: cost('Offering and syndication costs', 15),
  PLACEMENT: cost('Placement fees', 16),
  FEE: cost('Management fees', 21, -1, 'FEE'),
  'ADV-ADMIN': cost('Related persons: administration, accounting, valuation, audit and tax', 27),
  'ADV-IT': cost('Related persons: IT', 28),
  'ADV-LEGAL': cost('Related persons: legal, regulatory and compliance', 29),
  'ADV-ORG': cost('Related persons: organization costs', 30),
  'ADV-OTHER': cost('Related persons: other', 31),
  'EXP-ADMIN': cost('Fund administration and accounting', 36),
  'EXP-VALUATION': cost('Valuation services', 37),
  'EXP-IT': cost('IT', 38),
  'EXP-LEGAL': cost('Legal, regulatory and compliance', 39),
  'EXP-EXAM': cost('Investigation and examination', 40),
  'EXP-AUDIT': cost('Audit', 41),
  'EXP-TAXPREP': cost('Tax preparation and advisory', 42),
  'EXP-ORG': cost('Organization costs', 43),
  'EXP-TAXES': cost('Taxes', 44),
  'EXP-BANK': cost('Bank fees', 45),
  'EXP-LINE-FEE': cost('Subscription facility: fees', 46),
  'EXP-LINE-INT': cost('Subscription facility: interest', 47),
  'EXP-CREDIT-FEE': cost('Other credit facilities: fees', 48),
  'EXP-CREDIT-INT': cost('Other credit facilities: interest', 49),
  'EXP-INTEREST': cost('Other interest', 50),
  'EXP-CUSTODY': cost('Custody fees', 51),
  'EXP-DUE-DILIGENCE': cost('Due diligence', 52),
  'EXP-BROKEN': cost('Broken deals', 53),
  'EXP-TRAVEL': cost('Travel and entertainment', 54),
  'EXP-INSURANCE': cost('Insurance', 55),
  'EXP-PORTFOLIO': cost('Portfolio costs not recovered', 56),
  'EXP-OTHER': cost('Other partnership expenses', 57),
  REBATE: cost('Management fee rebate', 22, 1, 'FEE'),
  WAIVER: cost('Management fee waiver', 23, 1, 'FEE'),
  'OFFSET-FEE': cost('Offset to management fees', 24, 1, 'FEE'),
  'OFFSET-ADV': cost('Offset to expenses of related persons', 33, 1),
  'OFFSET-EXP': cost('Offset to partnership expenses', 60, 1),
  'INC-INT': income('Interest income', 87),
  'INC-DIV': income('Dividend income', 88),
  'INC-OTHER': income('Other investment income', 89),
  BUY: {
    title: 'Purchase',
    category: 'Investment',
    cash: 0,
    vehicleCash: -1,
    nav: 0,
    rows: [],
    key: 'INVESTING',
    holding: 'required',
    security: 'required',
  },
  SELL: {
    title: 'Sale',
    category: 'Distribution',
    cash: 0,
    vehicleCash: 1,
    nav: 1,
    rows: row(92, 1),
    key: 'INVESTING',
    holding: 'required',
    security: 'required',
  },
  'LINE-DRAW-INV': line(
    'Drawdown of the credit line: investments',
    1,
    'Fund-level Subscription Facility Drawdown: Investments',
  ),
  'LINE-DRAW-FEE': line(
    'Drawdown of the credit line: fees and expenses',
    1,
    'Fund-level Subscription Facility Drawdown: Management Fees/Partnership Expenses',
  ),
  'LINE-DRAW-WC': line(
    'Drawdown of the credit line: working capital',
    1,
    'Fund-level Subscription Facility Drawdown: Working Capital',
    { eitherSign: true },
  ),
  'LINE-REPAY-INV': line(
    'Repayment of the credit line: investments',
    -1,
    'Synthetic Distribution: Fund-level Subscription Facility Repayment: Investments',
  ),
  'LINE-REPAY-FEE': line(
    'Repayment of the credit line: fees and expenses',
    -1,
    'Synthetic Distribution: Fund-level Subscription Facility Repayment: Management Fees/Partnership Expenses',
  ),
  'CARRY-EARNED': carry(
    'Carried interest earned',
    [
      { row: 92, sign: -1 },
      { row: 98, sign: -1 },
    ],
    { nav: -1, eitherSign: true },
  ),
  'CARRY-ACCRUED': carry(
    'Carried interest accrued',
    [
      { row: 93, sign: -1 },
      { row: 97, sign: -1 },
    ],
    { nav: -1, eitherSign: true },
  ),
  'CARRY-PAID': carry('Carried interest paid', row(101, 1), {
    category: 'Carry Paid',
    vehicleCash: -1,
    performance: ['Distribution: Carry'],
    mirror: { cash: -1, nav: 1, rows: row(14, 1) },
  }),
  CLAWBACK: carry('Clawback returned', row(102, -1), {
    category: 'Clawback',
    vehicleCash: 1,
    performance: ['Distribution: Clawback'],
    mirror: { cash: 1, nav: -1, rows: row(13, -1) },
  }),
  ESCROW: carry('Carried interest held in escrow', row(99, 1), { eitherSign: true }),
  RELEASE: unfundedOnly('Unfunded commitment released', { row: 112, sign: -1, when: 'always' }),
  UNFUNDED: unfundedOnly(
    'Adjustment of the unfunded commitment',
    { row: 113, sign: 1, when: 'always' },
    { eitherSign: true },
  ),
  'OFFREC-ADVISORY': memo('Offset recognized: advisory and consulting', 64),
  'OFFREC-BROKEN': memo('Offset recognized: broken deals', 65),
  'OFFREC-DEAL': memo('Offset recognized: transactions and deals', 66),
  'OFFREC-DIRECTORS': memo('Offset recognized: directors', 67),
  'OFFREC-MONITORING': memo('Offset recognized: monitoring', 68),
  'OFFREC-CAPITAL-MARKETS': memo('Offset recognized: capital markets', 69),
  'OFFREC-ARRANGEMENT': memo('Offset recognized: arrangement', 70),
  'OFFREC-ORIGINATION': memo('Offset recognized: origination', 71),
  'OFFREC-ORG': memo('Offset recognized: organization costs', 72),
  'OFFREC-PLACEMENT': memo('Offset recognized: placement', 73),
  'OFFREC-OTHER': memo('Offset recognized: other', 74),
  'PORTFEE-ADVISORY': memo('Fee from a portfolio company: advisory and consulting', 119),
  'PORTFEE-BROKEN': memo('Fee from a portfolio company: broken deals', 120),
  'PORTFEE-DEAL': memo('Fee from a portfolio company: transactions and deals', 121),
  'PORTFEE-DIRECTORS': memo('Fee from a portfolio company: directors', 122),
  'PORTFEE-MONITORING': memo('Fee from a portfolio company: monitoring', 123),
  'PORTFEE-CAPITAL-MARKETS': memo('Fee from a portfolio company: capital markets', 124),
  'PORTFEE-ARRANGEMENT': memo('Fee from a portfolio company: arrangement', 125),
  'PORTFEE-ORIGINATION': memo('Fee from a portfolio company: origination', 126),
  'PORTFEE-OTHER': memo('Fee from a portfolio company: other', 127),
  'PORTFEE-TRAVEL': memo('Reimbursement from a portfolio company: travel and administration', 130),
} as const satisfies Readonly<Record<string, EntryTypeRule>>;

export type EntryType = keyof typeof entryTypes;
export const entryTypeCodes = Object.keys(entryTypes) as readonly EntryType[];

export const entryTypeRule = (type: EntryType): EntryTypeRule => entryTypes[type];

/** Returns the title of an entry: that of its type, and whether it is recallable or outside of the commitment. */
export const entryTitle = ({
  type,
  isRecallable,
  isOutside,
}: {
  readonly type: EntryType;
  readonly isRecallable: boolean;
  readonly isOutside: boolean;
}): string =>
  `${entryTypeRule(type).title}${isRecallable ? ', recallable' : ''}${isOutside ? ', outside of the commitment' : ''}`;

/** Returns the key of an entry that names none, by its type and the number of its entered shares. */
export function defaultKey(type: EntryType, shares: number): AllocationKey {
  const { key } = entryTypeRule(type);
  return shares === 0 || keysOfShares.has(key) ? key : shares === 1 ? 'ONE' : 'NOTICE';
}

/** Returns true if cash of a type counts as paid in: calls less returned excess, and returned carry. All other cash counts as received. */
export const isContribution = (type: EntryType): boolean =>
  type.startsWith('CALL-') || type.startsWith('EXCESS-') || type === 'CLAWBACK';

/** Returns an entry's row in ILPA's Performance Template; null if it has none. */
export function performanceType(entry: {
  readonly type: EntryType;
  readonly isOutside: boolean;
  readonly isRecallable: boolean;
}): string | null {
  const [usual, other] = entryTypeRule(entry.type).performance ?? [];
  return (entry.isOutside || entry.isRecallable ? other : undefined) ?? usual ?? null;
}
