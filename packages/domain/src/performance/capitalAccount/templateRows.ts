/** A row of ILPA's Reporting Template v2.0 (2025-01-22). Its number is that of the sheet's line. */
export interface TemplateRowRule {
  readonly label: string;
  readonly heading?: true;
  /** The rows added and subtracted: '13..17', '32+33', '78+79-80'. */
  readonly formula?: string;
  /** The row whose previous closing value this row opens with. */
  readonly opens?: number;
  /** True if the row is a balance at the end of the period rather than a movement. */
  readonly isBalance?: true;
}

/**
 * Every row of the template, for each partner, the fund and the GP, each in the quarter, the year and since inception.
 *
 * Signs are the sheet's: contributions positive; distributions, fees and expenses negative; offsets, rebates and waivers positive; carry earned and
 * accrued negative, paid positive. The table of entry types assigns entries to rows.
 *
 * Source: ILPA Reporting Template v2.0, 2025; its row labels are ILPA's.
 */
export const templateRows = {
  10: { label: 'A. Capital Account Statement', heading: true },
  11: { label: 'A.1 NAV Reconciliation and Summary of Fees, Expenses & Carried Interest', heading: true },
  12: { label: 'Beginning NAV – Net of Accrued/Earned/Paid Carried Interest', opens: 95 },
  13: { label: 'Contributions – Cash & Non-Cash' },
  14: { label: 'Distributions – Cash & Non-Cash' },
  15: { label: 'Offering/Syndication Costs' },
  16: { label: 'Placement Fees' },
  17: { label: 'Partner Transfers' },
  18: { label: 'Total Cash / Non-Cash Flows (Contributions, Less Distributions)', formula: '13..17' },
  19: { label: 'Net Operating Income/(Expense)', heading: true },
  20: { label: 'Management Fees', heading: true },
  21: { label: '(Management Fees – Gross of Offsets, Waivers & Rebates)' },
  22: { label: 'Less Management Fee Rebate (input positive values)' },
  23: { label: 'Less Fee Waivers (input positive values)' },
  24: { label: 'Less Offsets to Management Fees (Applied During Period) (input positive values)' },
  25: { label: '(Management Fees – Net of Offsets, Waivers & Rebates)', formula: '21..24' },
  26: { label: 'Expenses Allocated/Paid to Investment Adviser or Related Persons', heading: true },
  27: { label: '(Internal Staff/Related Persons – Administration, Accounting, Valuation, Audit & Tax Prep/Advisory)' },
  28: { label: '(Internal Staff/Related Persons – IT Activities)' },
  29: { label: '(Internal Staff/Related Persons – Legal, Regulatory, Compliance, Investigation & Examination)' },
  30: { label: '(Internal Staff/Related Persons – Organization Costs)' },
  31: { label: '(Internal Staff/Related Persons – Other)*' },
  32: {
    label: '(Expenses Allocated/Paid to Investment Adviser or Related Persons – Gross of Offsets)',
    formula: '27..31',
  },
  33: {
    label:
      'Less Offsets to Expenses Paid to the Investment Adviser & Related Persons (Applied During Period) (input positive values)',
  },
  34: {
    label: '(Expenses Allocated/Paid to Investment Adviser or Related Persons – Net of Offsets)',
    formula: '32+33',
  },
  35: { label: 'Partnership Expenses – External', heading: true },
  36: { label: '(Partnership Expenses – Third-Party Fund Administration & Accounting)' },
  37: { label: '(Partnership Expenses – Third-Party Valuation Services)' },
  38: { label: '(Partnership Expenses – Third-Party IT Activities)' },
  39: { label: '(Partnership Expenses – Third-Party Legal, Regulatory & Compliance)' },
  40: { label: '(Partnership Expenses – Third-Party Investigation & Examination)' },
  41: { label: '(Partnership Expenses – Third-Party Audit)' },
  42: { label: '(Partnership Expenses – Third-Party Tax Preparation & Tax Advisory)' },
  43: { label: '(Partnership Expenses – Third-Party Organization Costs)' },
  44: { label: '(Partnership Expenses – Taxes)' },
  45: { label: '(Partnership Expenses – Bank Fees)' },
  46: { label: '(Partnership Expenses – Subscription Facility – Fees)' },
  47: { label: '(Partnership Expenses – Subscription Facility – Interest)' },
  48: { label: '(Partnership Expenses – Other Credit Facilities – Fees)' },
  49: { label: '(Partnership Expenses – Other Credit Facilities – Interest)' },
  50: { label: '(Partnership Expenses – Other Interest Expense)' },
  51: { label: '(Partnership Expenses – Custody Fees)' },
  52: { label: '(Partnership Expenses – Due Diligence)' },
  53: { label: '(Partnership Expenses – Broken Deals)' },
  54: { label: '(Partnership Expenses – Travel & Entertainment)' },
  55: { label: '(Partnership Expenses – Insurance)' },
  56: { label: '(Partnership Expenses – Non-recoverable Portfolio Costs / Unreimbursed Portfolio Company Expenses)' },
  57: { label: '(Partnership Expenses – Other)*' },
  58: { label: '(Partnership Expenses – Other: 2016 ILPA Reporting Template Value)' },
  59: { label: '(External Partnership Expenses – Gross of Offsets, Waivers & Rebates)', formula: '36..58' },
  60: { label: 'Less Offsets to External Partnership Expenses (Applied During Period) (input positive values)' },
  61: { label: '(External Partnership Expenses - Net of Offsets, Waivers & Rebates', formula: '59+60' },
  62: {
    label:
      'Total Net Expenses Allocated/Paid to Investment Adviser or Related Persons and Partnership Expenses – External',
    formula: '34+61',
  },
  63: { label: 'Offset Categories', heading: true },
  64: { label: 'Advisory & Consulting Fee Offset' },
  65: { label: 'Broken Deal Fee Offset' },
  66: { label: 'Transaction & Deal Fee Offset' },
  67: { label: 'Directors Fee Offset' },
  68: { label: 'Monitoring Fee Offset' },
  69: { label: 'Capital Markets Fee Offset' },
  70: { label: 'Arrangement Fee Offset' },
  71: { label: 'Origination Fee Offset' },
  72: { label: 'Organization Cost Offset' },
  73: { label: 'Placement Fee Offset' },
  74: { label: 'Other Offsets*' },
  75: { label: 'Other Fee Offsets: 2016 ILPA Reporting Template Value' },
  76: { label: 'Total Offsets to Fees & Expenses (Recognized During Period)', formula: '64..75' },
  77: { label: 'Total Offsets to Fees & Expenses (Applied During Period)', formula: '24+33+60' },
  78: { label: 'Unapplied Offset Balance (Roll-forward) – Beginning Balance', opens: 81 },
  79: { label: 'Plus: Total Offsets to Fees & Expenses (Recognized During Period)', formula: '76' },
  80: { label: 'Less: Total Offsets to Fees & Expenses (Applied During Period)', formula: '77' },
  81: { label: 'Unapplied Offset Balance (Roll-forward) – Ending Balance', formula: '78+79-80' },
  82: { label: 'Total Fees & Expenses, Net of Offsets, Waivers & Rebates', formula: '25+34+61' },
  83: { label: 'Total Fees & Expenses: Gross of Offsets, Waivers & Rebates', formula: '21+32+59' },
  84: { label: 'Total Offsets, Waivers & Rebates (Applied During Period)', formula: '77+22+23' },
  85: { label: 'Total Fees & Expenses: Net of Offsets, Waivers & Rebates', formula: '83+84' },
  86: { label: 'Investment Income', heading: true },
  87: { label: 'Interest Income' },
  88: { label: 'Dividend Income' },
  89: { label: 'Other Investment Income' },
  90: { label: 'Total Investment Income', formula: '87..89' },
  91: { label: 'Total Net Operating Income / (Expense)', formula: '82+90' },
  92: { label: 'Net Realized Gain / (Loss)' },
  93: { label: 'Net Unrealized Gain / (Loss)' },
  94: { label: 'Total Net Realized and Unrealized Gain / (Loss)', formula: '92+93' },
  95: { label: 'Ending NAV – Net of Accrued/Earned/Paid Carried Interest', formula: '12+18+91+94' },
  96: { label: 'Accrued/Earned/Paid Carried Interest – Starting Period Balance', opens: 103 },
  97: { label: 'Carried Interest Accrued (Unrealized Profits)' },
  98: { label: 'Carried Interest Earned (Realized Profits, Inclusive of Amount Held in Escrow)' },
  99: { label: 'Carried Interest: Amount Held in Escrow – Ending Period Balance', isBalance: true },
  100: { label: 'Carried Interest Accrued/Earned (Total)', formula: '97+98' },
  101: { label: 'Carried Interest – Paid During the Period (input positive values)' },
  102: { label: 'Returned Clawback' },
  103: { label: 'Accrued/Earned/Paid Carried Interest – Ending Period Balance', formula: '96+100+101+102' },
  104: { label: 'Ending NAV – Gross of Accrued/Earned/Paid Carried Interest', formula: '95-103' },
  107: { label: 'A.2 Commitment Reconciliation', heading: true },
  108: { label: 'Total Commitment', isBalance: true },
  109: { label: 'Beginning Unfunded Commitment', opens: 114 },
  110: { label: '(Less Contributions)' },
  111: { label: 'Plus Recallable Distributions' },
  112: { label: '(Less Expired/Released Commitments)' },
  113: { label: '+/- Other Unfunded Adjustment' },
  114: { label: 'Ending Unfunded Commitment', formula: '109..113' },
  117: {
    label:
      "B. Schedule of Fees and Reimbursements Received by the Investment Adviser & Related Persons, with Respect to the Private Fund's Portfolio Companies/Investments",
    heading: true,
  },
  118: { label: "B.1 With Respect to the Private Fund's Portfolio Companies/Investments", heading: true },
  119: { label: 'Advisory & Consulting Fees****' },
  120: { label: 'Broken Deal Fees****' },
  121: { label: 'Transaction & Deal Fees****' },
  122: { label: 'Directors Fees****' },
  123: { label: 'Monitoring Fees****' },
  124: { label: 'Capital Markets Fees****' },
  125: { label: 'Arrangement Fees****' },
  126: { label: 'Origination Fees****' },
  127: { label: 'Other Fees*,****' },
  128: { label: 'Other Fees: 2016 ILPA Reporting Template Value****' },
  129: { label: 'Total Fees with Respect to Portfolio Companies/Investments', formula: '119..128' },
  130: { label: 'Total Reimbursements for Travel & Administrative Expenses****' },
  131: { label: 'Total Received by the Investment Adviser & Related Persons', formula: '129+130' },
} as const satisfies Readonly<Record<number, TemplateRowRule>>;

/** The causes of changes in row 113. Accounts display them below it; the template has no such rows. */
export const unfundedParts = {
  1131: { label: 'of which closes and increases' },
  1132: { label: 'of which transfers of commitments' },
  1133: { label: 'of which adjustments' },
} as const;
export type UnfundedPart = keyof typeof unfundedParts;
export const unfundedPartRows = Object.keys(unfundedParts).map(Number) as readonly UnfundedPart[];

export type TemplateRowNumber = keyof typeof templateRows;
export const templateRowNumbers = Object.keys(templateRows).map(Number) as readonly TemplateRowNumber[];

export const templateRow = (row: number): TemplateRowRule | undefined => templateRows[row as TemplateRowNumber];

/** A term of a row's formula: the row, and whether it is added or subtracted. */
export interface Term {
  readonly row: number;
  readonly sign: 1 | -1;
}

/** Returns the terms of a formula such as '78+79-80' or '13..17', in order. */
export function formulaTerms(formula: string): readonly Term[] {
  return [...formula.matchAll(/([+-]?)(\d+)(?:\.\.(\d+))?/g)].flatMap(([, sign, first, last = first]) => {
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i): Term => ({ row: Number(first) + i, sign: sign === '-' ? -1 : 1 }));
  });
}
