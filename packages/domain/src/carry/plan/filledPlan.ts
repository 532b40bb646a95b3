import { decimal, numberText } from '../../kernel/index.ts';
import type { ExistingRecord, ExistingRecords } from './existingRecords.ts';
import { referenceId } from './records.ts';
import type { SheetKey } from './sheets.ts';

/** The records that the filled template lists. */
export type FilledRecords = Pick<
  ExistingRecords,
  | 'references'
  | 'fund'
  | 'coinvestment'
  | 'investment'
  | 'fundInvestment'
  | 'vestingSchedule'
  | 'taxProfile'
  | 'employee'
  | 'trust'
  | 'entity'
  | 'taxProfileAssignment'
>;
/** A row of a sheet: the text of each cell, by column; null if it is empty. Undefined leaves out the column, so that an import leaves its values unchanged. */
type FilledRow = Readonly<Record<string, string | null | undefined>>;
export type FilledPlan = Readonly<Partial<Record<SheetKey, readonly FilledRow[]>>>;

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
const yesNo = (value: unknown): string => (value === true ? 'Yes' : 'No');
const millions = (value: unknown): string | null =>
  text(value) === null ? null : numberText(decimal(String(value)).div(1_000_000));

const nameOf = (records: readonly ExistingRecord[], reference: unknown, field: string): string | null =>
  text(records.find(({ id }) => id === referenceId(reference))?.[field]);

/** Returns the sheets of a plan that state the firm's own funds, investments, rules and carry participants. */
export function filledPlan(records: FilledRecords): FilledPlan {
  const entries = new Map(records.references.map((entry) => [entry.id, entry]));
  const label = (reference: unknown) => text(entries.get(referenceId(reference) ?? '')?.description);
  const code = (reference: unknown) => text(entries.get(referenceId(reference) ?? '')?.code);
  return {
    funds: records.fund.map((fund) => ({
      code: text(fund['code']),
      legalName: text(fund['legalName']),
      fundFamily: label(fund['fundFamily']),
      currency: code(fund['currency']),
      size: millions(fund['totalCapitalRaised']),
      initialCloseDate: text(fund['initialCloseDate']),
      finalCloseDate: text(fund['finalCloseDate']),
      escrowReleaseDate: text(fund['escrowReleaseDate']),
    })),
    coinvestments: records.coinvestment.map((coinvestment) => ({
      code: text(coinvestment['code']),
      name: text(coinvestment['name']),
      fund: nameOf(records.fund, coinvestment['fund'], 'code'),
      initialCloseDate: text(coinvestment['initialCloseDate']),
    })),
    investments: filledInvestments(records, label, code),
    vestingSchedules: records.vestingSchedule.flatMap((schedule) =>
      rowsOf(schedule['details']).map((detail) => ({
        name: text(schedule['name']),
        participantClass: label(schedule['participantClass']),
        start: text(detail['periodStart']),
        end: text(detail['periodEnd']),
        vested: text(detail['vestedPercentage']),
      })),
    ),
    taxProfiles: records.taxProfile.flatMap((profile) => {
      const head = { name: text(profile['name']), subject: yesNo(profile['subjectToCharacterization']) };
      if (profile['subjectToCharacterization'] !== true)
        return [{ ...head, characterization: null, rate: text(profile['taxRate']) }];
      return rowsOf(profile['taxProfileRates'])
        .filter(({ isInactive }) => isInactive !== true)
        .map(({ taxCharacterizationId, taxRate }) => ({
          ...head,
          characterization: label({ id: taxCharacterizationId }),
          rate: text(taxRate),
        }));
    }),
    participants: filledParticipants(records, label),
  };
}

const rowsOf = (value: unknown) => (value ?? []) as readonly Readonly<Record<string, unknown>>[];
type Label = (reference: unknown) => string | null;

/** Returns the investments that a fund holds. The plan names one fund of each. */
function filledInvestments(records: FilledRecords, label: Label, code: Label): readonly FilledRow[] {
  return records.investment.flatMap((investment) => {
    const holding = records.fundInvestment.find((each) => referenceId(each['investment']) === investment.id);
    const fund = holding ? nameOf(records.fund, holding['fund'], 'code') : null;
    if (fund === null) return [];
    const address = (investment['address'] ?? {}) as Readonly<Record<string, unknown>>;
    return [
      {
        code: text(investment['code']),
        name: text(investment['name']),
        legalName: text(investment['legalName']),
        fund,
        sector: label(investment['sector']),
        country: code(address['country']),
        initialInvestmentDate: text(investment['initialInvestmentDate']),
        status: label(investment['status']),
      },
    ];
  });
}

/** Returns the participants with a code who are carry-eligible: importing a plan makes everyone in it eligible. */
function filledParticipants(records: FilledRecords, label: Label): readonly FilledRow[] {
  const taxProfiles = (id: string) =>
    records.taxProfileAssignment
      .filter((assignment) => referenceId(assignment['participant']) === id)
      .flatMap((assignment) => nameOf(records.taxProfile, assignment['taxProfile'], 'name') ?? [])
      .join('; ');
  const isListed = (record: ExistingRecord) => Boolean(record['code']) && Boolean(record['carryEligibleDate']);
  const rowOf = (record: ExistingRecord, own: FilledRow): FilledRow => {
    const isTerminated = (record['status'] as { code?: string } | undefined)?.code === 'TERMINATED';
    const terminationDate = text(record['terminationDate']);
    return {
      code: text(record['code']),
      participantClass: label(record['participantClass']),
      terminationDate,
      // Somebody who leaves on a later date is still active, which the plan can't state together with the date.
      status: isTerminated ? 'Terminated' : terminationDate === null ? 'Active' : null,
      foreign: yesNo(record['isForeign']),
      escrowExempt: yesNo(record['isEscrowExempt']),
      defaultEscrow: text(record['defaultEscrow']),
      taxProfiles: text(taxProfiles(record.id)),
      ...own,
    };
  };
  const employees = records.employee.filter(isListed);
  // The plan has one column for both titles of an employee.
  const hasOneTitle = employees.every((employee) => text(employee['businessTitle']) === label(employee['title']));
  return [
    ...employees.map((employee) =>
      rowOf(employee, {
        type: 'Employee',
        name: text(employee['formattedName'] ?? employee['name']),
        title: hasOneTitle ? label(employee['title']) : undefined,
        office: label(employee['office']),
        hireDate: text(employee['hireDate']),
      }),
    ),
    ...records.trust.filter(isListed).flatMap((trust) => {
      const employee = nameOf(records.employee, trust['employee'], 'code');
      const isComplete = employee !== null || !trust['employee'];
      return isComplete ? [rowOf(trust, { type: 'Trust', name: text(trust['legalName']), employee })] : [];
    }),
    ...records.entity
      .filter(isListed)
      .map((entity) => rowOf(entity, { type: 'Entity', name: text(entity['name']), participantClass: null })),
  ];
}

/** Returns the columns of a sheet that a filled plan contains. */
export const filledColumns = (rows: readonly FilledRow[], columns: readonly string[]): readonly string[] =>
  columns.filter((column) => rows.every((row) => !(column in row) || row[column] !== undefined));
