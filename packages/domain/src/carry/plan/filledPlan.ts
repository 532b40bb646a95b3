import { decimal, numberText } from '../../kernel/index.ts';
import type { ExistingRecord, ExistingRecords } from './existingRecords.ts';
import { filledDraft } from './filledDraft.ts';
import { filledHoldings } from './filledHoldings.ts';
import { filledProfiles } from './filledProfiles.ts';
import { compareTexts, type FilledRow, rowsOf, textOf as text, yesNo } from './filledRow.ts';
import { referenceId } from './records.ts';
import type { SheetKey } from './sheets.ts';

export type FilledPlan = Readonly<Partial<Record<SheetKey, readonly FilledRow[]>>>;

const millions = (value: unknown): string | null =>
  text(value) === null ? null : numberText(decimal(String(value)).div(1_000_000));

const nameOf = (records: readonly ExistingRecord[], reference: unknown, field: string): string | null =>
  text(records.find(({ id }) => id === referenceId(reference))?.[field]);

/**
 * Returns the sheets of a plan that state the firm's own carry records. Imported into the firm they change nothing; imported into an empty one they
 * create these records again. Leaves out the records that the sheets have no columns for.
 */
export function filledPlan(stored: ExistingRecords): FilledPlan {
  const records = inOrder(stored);
  const entries = new Map(records.references.map((entry) => [entry.id, entry]));
  const label = (reference: unknown) => text(entries.get(referenceId(reference) ?? '')?.description);
  const code = (reference: unknown) => text(entries.get(referenceId(reference) ?? '')?.code);
  const investments = filledInvestments(records, label, code);
  const participants = filledParticipants(records, label);
  // The plan requires the fund of each coinvestment.
  const coinvestment = records.coinvestment.filter((record) => nameOf(records.fund, record['fund'], 'code') !== null);
  const { tranches, containers } = filledHoldings({ ...records, coinvestment }, investments);
  const rows = new Map(participants.map((row) => [row['code'], row]));
  const listed = new Map(
    [...records.employee, ...records.trust, ...records.entity].flatMap((record) => {
      const row = rows.get(text(record['code']));
      return row ? [[record.id, row] as const] : [];
    }),
  );
  const { allocated, ...profiles } = filledProfiles(records, containers, listed);
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
    coinvestments: coinvestment.map((record) => ({
      code: text(record['code']),
      name: text(record['name']),
      fund: nameOf(records.fund, record['fund'], 'code'),
      initialCloseDate: text(record['initialCloseDate']),
    })),
    investments,
    tranches,
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
    participants,
    ...profiles,
    ...filledDraft(records, { containers, participants: listed, allocated }),
  };
}

/** Sorts all records by code or, without one, by name, because the store returns them in no order. */
function inOrder({ references, distribution, ...kinds }: ExistingRecords): ExistingRecords {
  const keyOf = ({ id, code, name, trancheNumber }: ExistingRecord) =>
    [code ?? name ?? '', trancheNumber ?? '', id].join('\n');
  const sorted = (records: readonly ExistingRecord[]) => [...records].sort((a, b) => compareTexts(keyOf(a), keyOf(b)));
  const all = { ...kinds };
  for (const kind of Object.keys(all) as (keyof typeof all)[]) all[kind] = sorted(all[kind]);
  return { references, distribution, ...all };
}

type Label = (reference: unknown) => string | null;

/** Returns the investments that a fund holds. The plan names one fund of each. */
function filledInvestments(records: ExistingRecords, label: Label, code: Label): readonly FilledRow[] {
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
function filledParticipants(records: ExistingRecords, label: Label): readonly FilledRow[] {
  const taxProfiles = (id: string) =>
    records.taxProfileAssignment
      .filter((assignment) => referenceId(assignment['participant']) === id)
      .flatMap((assignment) => nameOf(records.taxProfile, assignment['taxProfile'], 'name') ?? [])
      .sort()
      .join('; ');
  // An entity has no class of its own, but needs one as a member of another entity.
  const classOfMember = (id: string) =>
    label(
      records.entity
        .flatMap((entity) => records.allocationProfile.filter(({ container }) => referenceId(container) === entity.id))
        .flatMap(({ entries }) => rowsOf(entries))
        .find(({ participantId }) => participantId === id)?.['participantClass'],
    );
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
      .map((entity) =>
        rowOf(entity, { type: 'Entity', name: text(entity['name']), participantClass: classOfMember(entity.id) }),
      ),
  ];
}

/** Returns the columns of a sheet that a filled plan contains. */
export const filledColumns = (rows: readonly FilledRow[], columns: readonly string[]): readonly string[] =>
  columns.filter((column) => rows.every((row) => !(column in row) || row[column] !== undefined));
