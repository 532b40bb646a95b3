import type { RealizationDetail, RealizationRecord } from '@carrara/contract/carry/run/realizationRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import type { PrintedList } from './listWorkbook.ts';
import { levels } from './participantTree.ts';
import { printNumber } from './printNumber.ts';
import type { PrintedRow } from './readable.ts';

const columns = [
  { field: 'source', kind: 'reference', title: 'Source' },
  { field: 'realizationDate', kind: 'date', title: 'Date' },
  { field: 'participant', kind: 'text', title: 'Participant' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'status', kind: 'text', title: 'Status' },
  { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' },
  { field: 'carryAmount', kind: 'money', title: 'Carry', nullIs: notDetermined },
] as const;

/** Returns the indented name of a member, which is printed below its entity. */
const setIn = (level: number, { participant }: RealizationDetail) => `${'\u2003'.repeat(level)}${participant.name}`;

/** Lays out a realization for print: each source with its participants and sum, and the overall total. */
export function printedRealization(realization: RealizationRecord): PrintedList {
  const { name, realizationDate, status, currency, totalCarry, unallocated, totalAccrued, sources } = realization;
  const titleOf = ({ containerName, holder }: (typeof sources)[number]) =>
    [containerName, holder].filter(Boolean).join(', ');
  const rows = sources.flatMap((source): readonly PrintedRow[] => {
    const head = { source: { id: source.containerId, name: titleOf(source) }, realizationDate: source.realizationDate };
    // A source that can't be allocated has no rows but is printed anyway.
    if (source.details.length === 0) return [{ ...head, carryAmount: source.carryAccrued }];
    return levels(source.details, ({ memberDetails }) => memberDetails).map(({ row, level }) => ({
      ...head,
      participant: setIn(level, row),
      type: row.participant.type,
      status: row.participant.status,
      effectiveAllocation: row.effectiveAllocation,
      carryAmount: row.carryAmount,
    }));
  });
  const sum = (total: string | null) => [{ field: 'carryAmount', total }];
  const textFact = (title: string, text: string) => ({ name: title, title, kind: 'text', text }) as const;
  const money = (title: string, amount: string | null) =>
    textFact(title, amount === null ? notDetermined : printNumber('money', amount));
  return {
    title: name,
    columns,
    rows,
    report: {
      groupBy: ['source'],
      splitBy: [],
      subtotals: [
        { keys: [], splitKeys: [], totals: sum(totalAccrued) },
        ...sources.map((source) => ({ keys: [source.containerId], splitKeys: [], totals: sum(source.carryAccrued) })),
      ],
      parameters: [
        { name: 'date', title: 'Realization date', kind: 'date', text: realizationDate },
        textFact('Status', status.description),
        ...(currency ? [textFact('Currency', currency.code ?? currency.name ?? '')] : []),
        money('Total carry', totalCarry),
        money('Unallocated', unallocated),
      ],
    },
  };
}
