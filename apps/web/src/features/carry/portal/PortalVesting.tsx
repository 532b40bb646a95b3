import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { changedShares, shareOfDate, vestingDateNotes } from '../../../record/profile/vestingDates.ts';
import { Texts } from '../../../record/run/Texts.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { CarryBasis } from './CarryBasis.tsx';
import styles from './portal.module.css';
import { useHolder } from './useHolder.tsx';

type Vesting = Answer<'getPortalVesting'>;
type Source = Vesting['sources'][number];
type Question = Argument<'explainPortalVesting'>['query'];

const columns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'vestingSchedule', kind: 'text', title: 'Schedule' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'originalCarryAmount', kind: 'money', title: 'Carry', isKey: true },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', isKey: true },
  { field: 'vestedCarryAmount', kind: 'money', title: 'Vested', isKey: true },
  { field: 'forfeitedCarryAmount', kind: 'money', title: 'Not vested' },
] as const;
const explained = [
  ['originalCarryAmount', 'money'],
  ['vestedPercentage', 'percent'],
  ['vestedCarryAmount', 'money'],
  ['forfeitedCarryAmount', 'money'],
] as const;

/** The vested part of the participant's own carry on a date, by source. */
export function PortalVesting() {
  const { holder, choice } = useHolder();
  const [day, setDay] = useState<string | null>(null);
  const query = { holder, ...(day ? { vestingDate: day } : {}) };
  const { data, error, refetch } = useRead('getPortalVesting', { query });
  const dispatch = useAppDispatch();
  const explain = (question: Omit<Question, 'holder' | 'vestingDate'>) =>
    readExplanation(dispatch, 'explainPortalVesting', { query: { ...query, ...question } });
  return (
    <Stack>
      <Panel title="Vesting" isPage>
        <div className={styles.tools}>
          {choice}
          <AsOfInput help="Leave blank for today. Nothing vests after your leaving date." onChange={setDay} />
        </div>
        <CarryBasis />
        {data ? <Texts tone="warn" texts={changedShares(data.sources)} /> : null}
        {data ? <Sums vesting={data} explain={explain} /> : null}
      </Panel>
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState /> : null}
      {data ? (
        <TablePanel
          title="Sources"
          label="Vesting by source"
          cardsOnPhone
          columns={columns}
          rows={data.sources}
          rowKey={({ shareId }) => shareId}
          cells={cellsOf(explain, data.vestingDate)}
          empty="You have no carry on this day."
        />
      ) : null}
    </Stack>
  );
}

type Explain = (question: Omit<Question, 'holder' | 'vestingDate'>) => ReturnType<typeof readExplanation>;

function Sums({ vesting, explain }: { readonly vesting: Vesting; readonly explain: Explain }) {
  const { byCurrency, totals, vestingDate, vestingDateIs } = vesting;
  const several = byCurrency.length > 1;
  const lines = several ? byCurrency : [{ ...totals, currency: byCurrency[0]?.currency ?? null }];
  return lines.map(({ currency, ...sums }, at) => {
    const money = (label: string, figure: 'originalCarryAmount' | 'vestedCarryAmount' | 'forfeitedCarryAmount') => {
      const value = sums[figure];
      const load = () => explain({ figure, ...(several ? { currency: currency ?? '' } : {}) });
      const why =
        value === null || byCurrency.length === 0
          ? {}
          : { why: <Why figure={valueText('money', value)} load={load} /> };
      return { label: currency ? `${label}, ${currency}` : label, kind: 'money' as const, value, ...why };
    };
    const asOf = { label: 'As of', kind: 'date', value: vestingDate, note: vestingDateNotes[vestingDateIs] } as const;
    return (
      <FigureStrip
        key={`${currency ?? ''} ${vestingDate}`}
        figures={[
          ...(at === 0 ? [asOf] : []),
          { ...money('Carry', 'originalCarryAmount'), note: `at ${shareOfDate(vesting)}` },
          money('Vested', 'vestedCarryAmount'),
          money('Not vested', 'forfeitedCarryAmount'),
        ]}
      />
    );
  });
}

const cellsOf = (explain: Explain, day: string) => ({
  sourceName: ({ sourceName, sourceHolder, reason }: Source) => (
    <div>
      {nameOfSource({ name: sourceName, holder: sourceHolder })}
      {reason ? <div className={styles.missing}>{reason}</div> : null}
    </div>
  ),
  ...Object.fromEntries(
    explained.map(([figure, kind]) => [
      figure,
      (row: Source) => {
        const value = row[figure];
        if (value === null) return <Value kind={kind} value={value} />;
        return (
          <ExplainedFigure
            key={`${day} ${value}`}
            figure={valueText(kind, value)}
            load={() => explain({ figure, sourceId: row.sourceId, shareId: row.shareId })}
          >
            <Value kind={kind} value={value} />
          </ExplainedFigure>
        );
      },
    ]),
  ),
});
