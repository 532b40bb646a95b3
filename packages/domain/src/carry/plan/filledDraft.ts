import { calendarDate, decimal } from '../../kernel/index.ts';
import type { ExistingDistribution, ExistingRecords } from './existingRecords.ts';
import type { PlanContainer } from './filledHoldings.ts';
import { type FilledRow, textOf } from './filledRow.ts';
import { planImport } from './planImport.ts';
import { type CarryPlan, planSheets, type SheetKey } from './sheets.ts';

/** The rows of the sheets that state a distribution. */
export type FilledDraft = Readonly<
  Record<'distribution' | 'distributionSources' | 'distributionAdjustments', readonly FilledRow[]>
>;

interface DraftNames {
  readonly containers: ReadonlyMap<string, PlanContainer>;
  readonly participants: ReadonlyMap<string, FilledRow>;
  /** The containers and entities with a current profile in the plan. */
  readonly allocated: ReadonlySet<string>;
}

/**
 * Returns the rows of the latest draft that the plan can state as a whole. The plan has one distribution, which an import saves as a draft. It has no
 * columns for figures that replace computed ones, so it can't state drafts that contain them.
 */
export function filledDraft(records: ExistingRecords, names: DraftNames): FilledDraft {
  const drafts = records.distribution
    .filter(({ status }) => status.code === 'DRAFT')
    .sort((a, b) => b.request.distributionDate.localeCompare(a.request.distributionDate));
  for (const draft of drafts) {
    const rows = rowsOfDraft(draft, records, names);
    if (rows && isWhole(rows, draft, records)) return rows;
  }
  return { distribution: [], distributionSources: [], distributionAdjustments: [] };
}

const isZero = (text: string | null | undefined) => decimal(textOf(text) ?? '0').isZero();

/** Returns the rows of a draft; undefined if it refers to a record outside the plan. */
function rowsOfDraft(
  { name, request }: ExistingDistribution,
  { references }: ExistingRecords,
  { containers, participants, allocated }: DraftNames,
): FilledDraft | undefined {
  const labels = new Map(references.map(({ id, description }) => [id, description]));
  const isNamed = request.sources.every(
    ({ sourceId, characterizations, details }) =>
      containers.has(sourceId) &&
      allocated.has(sourceId) &&
      characterizations.every(({ id }) => labels.has(id)) &&
      details.every(
        ({ participantId, via }) => participants.has(participantId) && via.every((id) => allocated.has(id)),
      ),
  );
  if (!isNamed || request.sources.some(({ unread = [] }) => unread.length > 0)) return undefined;
  const { suffix } = planSheets.distributionSources.open;
  return {
    distribution: [
      {
        name,
        date: request.distributionDate,
        defaultEscrow: request.defaultEscrow,
        defaultTerminatedEscrow: request.defaultTerminatedEscrow,
      },
    ],
    distributionSources: request.sources.map((source) => ({
      type: containers.get(source.sourceId)?.type,
      source: containers.get(source.sourceId)?.name,
      amount: source.netDistributableAmount,
      ...Object.fromEntries(
        source.characterizations
          .filter(({ percent }) => !isZero(percent))
          .map(({ id, percent }) => [`${labels.get(id)}${suffix}`, percent]),
      ),
    })),
    distributionAdjustments: request.sources.flatMap(({ sourceId, details }) =>
      details
        .filter(({ loanRepayment, otherAdjustment }) => !isZero(loanRepayment) || !isZero(otherAdjustment))
        .map(({ participantId, loanRepayment, otherAdjustment }) => ({
          source: containers.get(sourceId)?.name,
          participant: participants.get(participantId)?.['code'],
          loanRepayment: textOf(loanRepayment),
          otherAdjustment: textOf(otherAdjustment),
        })),
    ),
  };
}

/** True if importing the rows would leave the draft as it is. If they lack an input, the import would change it. */
function isWhole(rows: FilledDraft, draft: ExistingDistribution, records: ExistingRecords): boolean {
  const { suffix } = planSheets.distributionSources.open;
  const read = (row: FilledRow, at: number) => ({
    ...row,
    row: at + 2,
    faulty: false,
    open: Object.entries(row).flatMap(([title, value]) =>
      title.endsWith(suffix) ? [{ name: title.slice(0, -suffix.length), value: value ?? '0' }] : [],
    ),
  });
  const keys = Object.keys(planSheets) as SheetKey[];
  const plan = Object.fromEntries(
    keys.map((key) => [key, key in rows ? rows[key as keyof FilledDraft].map(read) : []]),
  ) as unknown as CarryPlan;
  const { errors, writes, notes } = planImport(
    { plan, errors: [], notes: [] },
    records,
    calendarDate(draft.request.distributionDate),
    () => draft.id,
  );
  return errors.length + writes.length + notes.length === 0;
}
