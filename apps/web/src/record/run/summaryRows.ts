import { participantMembers, type ParticipantRow } from './participantParts.ts';

export interface SummaryOrder {
  readonly field: string;
  readonly ascending: boolean;
}

/** True if the name, code or title of a row, or of one below it, contains the text. */
function isAbout(row: ParticipantRow, searchText: string): boolean {
  const { name, code, businessTitle } = row.participant;
  return (
    [name, code, businessTitle].some((text) => text?.toLowerCase().includes(searchText)) ||
    participantMembers(row).some((member) => isAbout(member, searchText))
  );
}

/** Returns the rows that match a search, sorted by a column and then by name. An entity also matches by its members. */
export function summaryRows(
  rows: readonly ParticipantRow[],
  search: string,
  order: SummaryOrder | undefined,
): readonly ParticipantRow[] {
  const searchText = search.trim().toLowerCase();
  const found = searchText === '' ? rows : rows.filter((row) => isAbout(row, searchText));
  if (!order) return found;
  const sign = order.ascending ? 1 : -1;
  const byName = (first: ParticipantRow, other: ParticipantRow) =>
    first.participant.name.localeCompare(other.participant.name);
  const figureOf = (row: ParticipantRow) => Number(row[order.field as 'grossCarryDistributed']);
  return [...found].sort((row, other) =>
    order.field === 'name' ? sign * byName(row, other) : sign * (figureOf(row) - figureOf(other)) || byName(row, other),
  );
}

const adjustments = ['loanRepayment', 'otherAdjustment'] as const;

/** True if somebody, or a member below, has an adjustment of this kind. An empty column would take space from the net amount. */
export const hasAdjustment = (rows: readonly ParticipantRow[], field: string): boolean =>
  rows.some(
    (row) =>
      !adjustments.some((name) => name === field) ||
      /[1-9]/.test(row[field as 'loanRepayment'] ?? '') ||
      hasAdjustment(participantMembers(row), field),
  );
