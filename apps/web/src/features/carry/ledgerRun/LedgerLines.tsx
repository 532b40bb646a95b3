import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { ReactNode } from 'react';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { ledgerRunColumns, summedColumns } from './ledgerRunColumns.ts';
import { type ExplainLedgerRun, isExplained } from './useExplainLedgerRun.ts';

type Line = LedgerRunRecord['lines'][number];

export interface LedgerLinesProps {
  readonly type: string;
  readonly lines: readonly Line[];
  readonly totals: Readonly<Record<'accrued' | 'distributed' | 'escrow' | 'clawback', string>>;
  /** Present for a stored run. */
  readonly explain?: ExplainLedgerRun;
  readonly rowActions?: (line: Line) => ReactNode;
}

const figures = ['escrowBefore', 'accrued', 'distributed', 'escrow', 'clawback'] as const;

/** Orders lines by participant, then by source. */
const inOrder = (first: Line, other: Line) =>
  (first.participant.name ?? '').localeCompare(other.participant.name ?? '', 'en') ||
  nameOfSource(first.source).localeCompare(nameOfSource(other.source), 'en');

/** The entries of a run in each account, with totals. */
export function LedgerLines({ type, lines, totals, explain, rowActions }: LedgerLinesProps) {
  return (
    <TablePanel<Line>
      title="Accounts"
      empty
      columns={ledgerRunColumns(type)}
      rows={lines.toSorted(inOrder)}
      // An account can appear twice in a clawback: once for its escrow and once for the rest.
      rowKey={(line) => String(lines.indexOf(line))}
      cells={{
        participant: ({ participant, through }) => (
          <>
            <a href={`#/carry/${participant.type.toLowerCase()}/${participant.id}/profile/account-entries`}>
              {participant.name}
            </a>
            {through.length > 0 ? ` through ${through.join(' / ')}` : ''}
          </>
        ),
        source: ({ source }) => nameOfSource(source),
        ...(explain ? explainedCells(lines, explain) : {}),
      }}
      totals={summedColumns(type).map((field) => ({ field, total: totals[field] }))}
      totalsLabel={`Total, ${String(lines.length)}`}
      rowActions={rowActions}
    />
  );
}

/** Returns cells that offer an explanation of each amount. */
function explainedCells(lines: readonly Line[], explain: ExplainLedgerRun) {
  return Object.fromEntries(
    figures.map((name) => [
      name,
      (line: Line) => {
        const amount = line[name];
        const displayed = <Value kind="money" value={amount} />;
        if (!isExplained(amount)) return displayed;
        return (
          <ExplainedFigure figure={valueText('money', amount)} load={() => explain(name, lines.indexOf(line))}>
            {displayed}
          </ExplainedFigure>
        );
      },
    ]),
  );
}
