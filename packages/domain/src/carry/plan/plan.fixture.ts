import type { SourceRequest, SourceType } from '../run/index.ts';
import type { ExistingDistribution, ExistingRecords, ImportWrite } from './existingRecords.ts';
import { calendarDate } from '../../kernel/index.ts';
import type { UploadedSheet } from '../../platform/upload/index.ts';
import { type ImportPlan, planImport } from './planImport.ts';
import { readCarryPlan } from './readCarryPlan.ts';
import { planSheets, type SheetKey } from './sheets.ts';

/** A cell as a test writes it: a number, a date as YYYY-MM-DD, other text, or null if empty. */
type Content = string | number | null;

const cellOf = (content: Content, column: number) => {
  const text = String(content);
  const type =
    typeof content === 'number'
      ? ('number' as const)
      : /^\d{4}-\d{2}-\d{2}$/.test(text)
        ? ('date' as const)
        : ('text' as const);
  return { column, type, text };
};

/** Creates a sheet with all its columns as headings, or only those given. */
export function sheet(
  key: SheetKey,
  rows: readonly (readonly Content[])[],
  headings?: readonly string[],
): UploadedSheet {
  const titles =
    headings ?? Object.values(planSheets[key].columns as Record<string, { title: string }>).map(({ title }) => title);
  return {
    name: planSheets[key].name,
    rows: [titles, ...rows].map((contents, at) => ({
      row: at + 1,
      cells: contents.flatMap((content, column) => (content === null ? [] : [cellOf(content, column + 1)])),
    })),
  };
}

const nothing = {
  fund: [],
  coinvestment: [],
  investment: [],
  fundInvestment: [],
  coinvestmentInvestment: [],
  tranche: [],
  vestingSchedule: [],
  taxProfile: [],
  employee: [],
  trust: [],
  entity: [],
  taxProfileAssignment: [],
  allocationProfile: [],
  distribution: [],
};
export const emptyTenant: ExistingRecords = {
  ...nothing,
  references: [
    { id: 'usd', type: 'currency', code: 'USD', description: 'US dollar' },
    { id: 'eur', type: 'currency', code: 'EUR', description: 'Euro' },
    { id: 'us', type: 'country', code: 'US', description: 'United States' },
    ...[
      ['fund-family', 'Buyout'],
      ['sector', 'Energy'],
      ['investment-status', 'Active'],
      ['participant-class', 'Partner'],
      ['title', 'Managing Partner'],
      ['office', 'London'],
      ['tax-characterization', 'Long-term capital gain'],
      ['tax-characterization', 'Return of capital'],
    ].map(([type = '', description = '']) => ({ id: `the ${description}`, type, code: description, description })),
  ],
};

interface Inputs {
  readonly distributionDate: string;
  readonly defaultEscrow: string;
  readonly defaultTerminatedEscrow: string;
  readonly distributionSources: readonly {
    readonly source: { readonly id: string };
    readonly type: SourceType;
    readonly netDistributableAmount: string;
    readonly taxCharacterizations: readonly {
      readonly taxCharacterization: { readonly id: string };
      readonly characterizationPercentage: string;
    }[];
    readonly details: SourceRequest['details'];
  }[];
}

/** Returns the tenant's records after a plan's writes are applied to an empty tenant. */
export function tenantWith(writes: readonly ImportWrite[]): ExistingRecords {
  const stored = (kind: string) =>
    writes
      .filter((write) => write.kind === kind)
      .map(({ id, values }) => ({ version: 1, ...values, id, rowVersion: 1 }));
  const kinds = Object.keys(nothing).map((kind) => [kind, stored(kind)]);
  const distribution = writes
    .filter(({ kind }) => kind === 'distribution')
    .map(({ id, values }): ExistingDistribution => {
      const { distributionDate, defaultEscrow, defaultTerminatedEscrow, distributionSources } =
        values as unknown as Inputs;
      const sources = distributionSources.map(({ source, type, netDistributableAmount, ...rest }) => ({
        sourceId: source.id,
        type,
        netDistributableAmount,
        characterizations: rest.taxCharacterizations.map((part) => ({
          id: part.taxCharacterization.id,
          percent: part.characterizationPercentage,
        })),
        details: rest.details,
      }));
      return {
        id,
        rowVersion: 1,
        name: String(values['name']),
        description: null,
        status: { code: 'DRAFT', description: 'Draft' },
        names: {},
        request: {
          distributionDate,
          defaultEscrow,
          defaultTerminatedEscrow,
          investorBalanceBased: false,
          unallocatedAcknowledged: false,
          sources,
        },
      };
    });
  return { ...Object.fromEntries(kinds), references: emptyTenant.references, distribution } as ExistingRecords;
}

export function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new-${count}`;
  };
}

/** A small valid plan: one fund, one company in two tranches, a partner, a trust, an entity with both as members, and one distribution. */
export const smallPlan = {
  funds: [['F1', 'Fund One, L.P.', 'Buyout', 'USD', 410, '2015-03-31', '2016-03-31', '2025-12-31']],
  coinvestments: [['CO1', 'One Co-Invest, L.P.', 'F1', '2016-06-30']],
  investments: [['ACME', 'Acme', 'Acme, Inc.', 'F1', 'Energy', 'US', '2016-01-31', 'Active']],
  tranches: [
    ['ACME', 'F1', 1, 'Acme, Inc. Tranche # 1', '2016-01-31', 105805780.6],
    ['ACME', 'CO1', 1, null, '2016-07-31', 5000000],
  ],
  vestingSchedules: [
    ['Five years', 'Partner', 0, 12, 0],
    ['Five years', 'Partner', 12, 24, 100],
  ],
  taxProfiles: [
    ['Federal', 'Yes', 'Long-term capital gain', 20],
    ['Federal', 'Yes', 'Return of capital', 0],
    ['Flat', 'No', null, 12.5],
  ],
  participants: [
    [
      'E1',
      'Employee',
      'Amelia van Hartmann',
      'Partner',
      'Managing Partner',
      'London',
      null,
      '2011-10-01',
      null,
      'Active',
      'No',
      'No',
      15,
      'Federal; Flat',
    ],
    [
      'E2',
      'Employee',
      'Noah Okafor',
      'Partner',
      null,
      null,
      null,
      '2012-10-01',
      '2020-01-31',
      'Terminated',
      'No',
      'Yes',
      null,
      'Federal',
    ],
    ['T1', 'Trust', 'Hartmann Trust', 'Partner', null, null, 'E1', null, null, 'Active', 'Yes', 'No', null, 'Federal'],
    ['N1', 'Entity', 'Alumni LLC', 'Partner', null, null, null, null, null, 'Active', 'No', 'No', null, null],
  ],
  entityMembers: [
    ['N1', 'E2', 62.5],
    ['N1', 'T1', 37.5],
  ],
  allocationProfiles: [
    [
      'Fund profile',
      'Fund',
      'F1',
      'percent',
      '2015-03-31',
      'Yes',
      'E1',
      100,
      null,
      null,
      null,
      'Partner',
      'Five years',
    ],
    ['Fund profile', 'Fund', 'F1', 'percent', '2015-03-31', 'Yes', 'N1', null, 4, 0.25, null, 'Partner', 'Five years'],
    [
      'Tranche profile',
      'Tranche',
      'ACME/CO1/1',
      'shares',
      '2016-07-31',
      'Yes',
      'E1',
      null,
      null,
      null,
      10.5,
      'Partner',
      'Five years',
    ],
  ],
  distribution: [['Q3', '2026-09-30', 10, 25]],
  distributionSources: [
    ['Fund', 'F1', 18450333.37],
    ['Tranche', 'ACME/CO1/1', 0.05],
  ],
  distributionAdjustments: [
    ['F1', 'E2', 12500, -0.55],
    ['F1', 'E1', null, 1],
  ],
} as const satisfies Record<SheetKey, readonly (readonly Content[])[]>;

/** Returns the small plan with some of its sheets replaced. */
export function planWith(
  changed: Partial<Record<SheetKey, readonly (readonly Content[])[]>> = {},
): readonly UploadedSheet[] {
  return (Object.keys(smallPlan) as SheetKey[]).map((key) => {
    const rows: readonly (readonly Content[])[] = changed[key] ?? smallPlan[key];
    if (key !== 'distributionSources') return sheet(key, rows);
    const headings = [
      'Source Type',
      'Source',
      'Net Distributable Amount',
      'Long-term capital gain %',
      'Return of capital %',
    ];
    return sheet(key, rows, headings);
  });
}

/** Reads and plans sheets, as the check of an upload does. */
export const planUpload = (
  sheets: readonly UploadedSheet[],
  existing: ExistingRecords,
  newId: () => string,
): ImportPlan => planImport(readCarryPlan(sheets), existing, calendarDate('2026-11-30'), newId);

/** Plans the small plan with some of its sheets replaced. */
export const plan = (changed?: Parameters<typeof planWith>[0], existing: ExistingRecords = emptyTenant): ImportPlan =>
  planUpload(planWith(changed), existing, counter());
export const locations = (changed: Parameters<typeof planWith>[0]): readonly string[] =>
  plan(changed).errors.map(({ sheet: name, row, column, reason }) => `${name}!${row} ${column}: ${reason}`);
export const writesOfKind = (writes: readonly ImportWrite[], kind: string): readonly ImportWrite[] =>
  writes.filter((write) => write.kind === kind);
