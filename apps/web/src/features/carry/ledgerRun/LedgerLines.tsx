import type { LedgerRunRecord } from '@carrara/contract/carry/ledgerRun';
import { EmptyState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import type { ReactNode } from 'react';
import { columnsOf, summedIn } from './columnsOf.ts';

type Line = LedgerRunRecord['lines'][number];

export interface LedgerLinesProps {
  readonly type: string;
  readonly lines: readonly Line[];
  readonly totals: Readonly<Record<'accrued' | 'distributed' | 'escrow' | 'clawback', string>>;
  readonly rowActions?: (line: Line) => ReactNode;
}

/** What a run enters into each account, with its sums. */
export function LedgerLines({ type, lines, totals, rowActions }: LedgerLinesProps) {
  return (
    <Panel title="Accounts" flush>
      {lines.length === 0 ? (
        <EmptyState />
      ) : (
        <DataTable<Line>
          label="Accounts"
          columns={columnsOf(type)}
          rows={lines}
          // One account may stand twice in a clawback: with its escrow, and with the rest.
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
            source: ({ source }) =>
              [source.name, source.holder].filter((name, at, all) => name && all.indexOf(name) === at).join(', '),
          }}
          totals={summedIn(type).map((field) => ({ field, total: totals[field] }))}
          totalsLabel={`Total, ${String(lines.length)}`}
          {...(rowActions ? { rowActions } : {})}
        />
      )}
    </Panel>
  );
}
