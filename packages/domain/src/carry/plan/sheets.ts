import type { CellType } from './cellTypes.ts';

/** A column of a sheet, identified by its heading. */
export interface PlanColumn {
  readonly title: string;
  readonly type: CellType;
  readonly required?: true;
  /** The allowed values. Read without regard to case and stored in this spelling. */
  readonly allowedValues?: readonly string[];
  readonly width?: number;
}
type PlanColumns = Readonly<Record<string, PlanColumn>>;
export interface SheetDefinition {
  readonly name: string;
  readonly columns: PlanColumns;
  /** Additional columns named after their subject, such as 'Qualified dividend %'. */
  readonly open?: { readonly suffix: string; readonly type: CellType; readonly examples: readonly string[] };
}

function defineSheet<const S extends SheetDefinition>(sheet: S): S {
  return sheet;
}

const containerTypes = ['Fund', 'Coinvestment', 'Tranche', 'Fund Investment', 'Coinvestment Investment'] as const;

/** The twelve sheets of a carry plan. They define what is read, the names in error messages, and the empty template. */
export const planSheets = {
  funds: defineSheet({
    name: 'Funds',
    columns: {
      code: { title: 'Code', type: 'code', required: true },
      legalName: { title: 'Legal Name', type: 'text', required: true, width: 38 },
      fundFamily: { title: 'Fund Family', type: 'text' },
      currency: { title: 'Currency', type: 'code', required: true },
      size: { title: 'Size (millions)', type: 'millions' },
      initialCloseDate: { title: 'Initial Close Date', type: 'date' },
      finalCloseDate: { title: 'Final Close Date', type: 'date' },
      escrowReleaseDate: { title: 'Escrow Release Date', type: 'date' },
    },
  }),
  coinvestments: defineSheet({
    name: 'Coinvestments',
    columns: {
      code: { title: 'Code', type: 'code', required: true },
      name: { title: 'Name', type: 'text', required: true, width: 38 },
      fund: { title: 'Fund', type: 'code', required: true },
      initialCloseDate: { title: 'Initial Close Date', type: 'date' },
    },
  }),
  investments: defineSheet({
    name: 'Investments',
    columns: {
      code: { title: 'Code', type: 'code', required: true },
      name: { title: 'Name', type: 'text', required: true, width: 30 },
      legalName: { title: 'Legal Name', type: 'text', required: true, width: 34 },
      fund: { title: 'Fund', type: 'code', required: true },
      sector: { title: 'Sector', type: 'text', width: 24 },
      country: { title: 'Country', type: 'code' },
      initialInvestmentDate: { title: 'Initial Investment Date', type: 'date' },
      status: { title: 'Status', type: 'text' },
    },
  }),
  tranches: defineSheet({
    name: 'Tranches',
    columns: {
      investment: { title: 'Investment', type: 'code', required: true },
      holder: { title: 'Fund or Coinvestment', type: 'code', required: true },
      number: { title: 'Tranche Number', type: 'wholeNumber', required: true },
      name: { title: 'Name', type: 'text', width: 40 },
      investmentDate: { title: 'Investment Date', type: 'date' },
      investedAmount: { title: 'Invested Amount', type: 'money' },
    },
  }),
  vestingSchedules: defineSheet({
    name: 'Vesting Schedules',
    columns: {
      name: { title: 'Name', type: 'text', required: true, width: 40 },
      participantClass: { title: 'Participant Class', type: 'text' },
      start: { title: 'Period Start (months)', type: 'wholeNumber', required: true },
      end: { title: 'Period End (months)', type: 'wholeNumber' },
      vested: { title: 'Vested %', type: 'percent', required: true },
    },
  }),
  taxProfiles: defineSheet({
    name: 'Tax Profiles',
    columns: {
      name: { title: 'Name', type: 'text', required: true, width: 30 },
      subject: { title: 'Subject To Characterization', type: 'yesNo', required: true },
      characterization: { title: 'Tax Characterization', type: 'text', width: 30 },
      rate: { title: 'Tax Rate %', type: 'percent', required: true },
    },
  }),
  participants: defineSheet({
    name: 'Participants',
    columns: {
      code: { title: 'Code', type: 'code', required: true },
      type: { title: 'Type', type: 'text', required: true, allowedValues: ['Employee', 'Trust', 'Entity'] },
      name: { title: 'Name', type: 'text', required: true, width: 34 },
      participantClass: { title: 'Participant Class', type: 'text' },
      title: { title: 'Title', type: 'text', width: 22 },
      office: { title: 'Office', type: 'text' },
      employee: { title: 'Employee', type: 'code' },
      hireDate: { title: 'Hire Date', type: 'date' },
      terminationDate: { title: 'Termination Date', type: 'date' },
      status: { title: 'Status', type: 'text', allowedValues: ['Active', 'Terminated'] },
      foreign: { title: 'Foreign', type: 'yesNo' },
      escrowExempt: { title: 'Escrow Exempt', type: 'yesNo' },
      defaultEscrow: { title: 'Default Escrow %', type: 'percent' },
      taxProfiles: { title: 'Tax Profiles', type: 'list', width: 60 },
    },
  }),
  entityMembers: defineSheet({
    name: 'Entity Members',
    columns: {
      entity: { title: 'Entity', type: 'code', required: true },
      member: { title: 'Member', type: 'code', required: true },
      effective: { title: 'Effective %', type: 'percent', required: true },
    },
  }),
  allocationProfiles: defineSheet({
    name: 'Allocation Profiles',
    columns: {
      profile: { title: 'Profile', type: 'text', required: true, width: 50 },
      containerType: { title: 'Container Type', type: 'text', required: true, allowedValues: containerTypes },
      container: { title: 'Container', type: 'text', required: true },
      method: { title: 'Method', type: 'text', required: true, allowedValues: ['percent', 'shares'] },
      effectiveDate: { title: 'Effective Date', type: 'date', required: true },
      current: { title: 'Current', type: 'yesNo' },
      participant: { title: 'Participant', type: 'code', required: true },
      predilute: { title: 'Predilute %', type: 'percent' },
      fixed: { title: 'Fixed %', type: 'percent' },
      discretionary: { title: 'Discretionary %', type: 'percent' },
      shares: { title: 'Shares', type: 'shares' },
      participantClass: { title: 'Participant Class', type: 'text' },
      vestingSchedule: { title: 'Vesting Schedule', type: 'text', width: 38 },
    },
  }),
  distribution: defineSheet({
    name: 'Distribution',
    columns: {
      name: { title: 'Name', type: 'text', required: true, width: 38 },
      date: { title: 'Distribution Date', type: 'date', required: true },
      defaultEscrow: { title: 'Default Escrow %', type: 'percent', required: true },
      defaultTerminatedEscrow: { title: 'Default Terminated Escrow %', type: 'percent', required: true },
    },
  }),
  distributionSources: defineSheet({
    name: 'Distribution Sources',
    columns: {
      type: { title: 'Source Type', type: 'text', required: true, allowedValues: containerTypes },
      source: { title: 'Source', type: 'text', required: true },
      amount: { title: 'Net Distributable Amount', type: 'money', required: true },
    },
    open: {
      suffix: ' %',
      type: 'percent',
      examples: [
        'Long-term capital gain',
        'Short-term capital gain',
        'Qualified dividend',
        'Interest and ordinary income',
        'Return of capital',
      ],
    },
  }),
  distributionAdjustments: defineSheet({
    name: 'Distribution Adjustments',
    columns: {
      source: { title: 'Source', type: 'text', required: true },
      participant: { title: 'Participant', type: 'code', required: true },
      loanRepayment: { title: 'Loan Repayment', type: 'signedMoney' },
      otherAdjustment: { title: 'Other Adjustment', type: 'signedMoney' },
    },
  }),
} as const satisfies Readonly<Record<string, SheetDefinition>>;

export type SheetKey = keyof typeof planSheets;
type ValueOf<C extends PlanColumn> = C['required'] extends true ? string : string | null | undefined;
/**
 * A row as read: text, with decimals and dates in the product's format. Null if the cell is empty; undefined if the column is absent, which leaves
 * the stored values unchanged.
 */
export type PlanRow<K extends SheetKey> = {
  readonly [F in keyof (typeof planSheets)[K]['columns']]: ValueOf<
    (typeof planSheets)[K]['columns'][F] extends PlanColumn ? (typeof planSheets)[K]['columns'][F] : never
  >;
} & {
  /** The row number in the workbook. */
  readonly row: number;
  /** True if part of the row couldn't be read. Its keys are valid, but don't use the other values. */
  readonly faulty: boolean;
  /** The additional columns named after their subject. */
  readonly open: readonly { readonly name: string; readonly value: string }[];
};
/** The rows of every sheet, in order. */
export type CarryPlan = { readonly [K in SheetKey]: readonly PlanRow<K>[] };
