import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { readExplanation } from '../../../api/readExplanation.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { PaidSource } from './PaidSource.tsx';
import { useHolder } from './useHolder.tsx';

type Payment = Answer<'getPortalDistribution'>;
type Line = Payment['lines'][number];
type Question = Omit<Argument<'explainPortalDistribution'>['query'], 'holder'>;
type Explain = (question: Question) => ReturnType<typeof readExplanation>;

const figures = [
  ['grossCarryDistributed', 'gross', 'Gross'],
  ['tax', 'tax', 'Tax'],
  ['escrow', 'escrow', 'Escrow'],
  ['loanRepayment', 'loanRepayment', 'Loan repayment'],
  ['otherAdjustment', 'otherAdjustment', 'Other'],
  ['netCarryDistributed', 'net', 'Net'],
] as const;
const columns = [
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'effectiveAllocation', kind: 'percent', title: 'Your share %' },
  ...figures.map(([field, , title]) => ({ field, kind: 'money', title }) as const),
] as const;
// A phone has room for two columns: the tax with its source, and the amount.
const taxColumns = [
  { field: 'name', kind: 'text', title: 'Tax' },
  { field: 'percent', kind: 'percent', title: '% of gross' },
  { field: 'amount', kind: 'money', title: 'Amount' },
] as const;

/** The payment of a distribution to the signed-in participant, by source, with explanations. */
export function PortalDistribution() {
  const { id = '' } = useParams();
  const { holder, home, choice } = useHolder();
  const { data, error, refetch } = useRead('getPortalDistribution', { params: { id }, query: { holder } });
  const dispatch = useAppDispatch();
  useRecordCrumb(data?.name);
  const explain: Explain = (question) =>
    readExplanation(dispatch, 'explainPortalDistribution', { params: { id }, query: { holder, ...question } });
  if (error)
    return (
      <Stack>
        {choice}
        <ErrorState message={failureText(error)} onRetry={refetch} />
      </Stack>
    );
  if (!data) return <LoadingState lines={10} />;
  const taxes = data.lines.flatMap(({ id: line, sourceName, sourceHolder, taxes: all }) =>
    all.map((tax, at) => ({
      key: `${line} ${String(at)}`,
      source: nameOfSource({ name: sourceName, holder: sourceHolder }),
      ...tax,
    })),
  );
  const visible =
    home?.displayed.percentages === false ? columns.filter(({ field }) => field !== 'effectiveAllocation') : columns;
  return (
    <Stack>
      {choice}
      <ProfileHeader
        name={data.name}
        facts={[
          formatDate(data.distributionDate),
          ...(data.currency ? [`all amounts in ${data.currency}`] : []),
          ...(data.isReversal ? ['reverses an earlier distribution'] : []),
        ]}
        figures={figures.map(([field, figure, label]) => ({
          label,
          kind: 'money',
          value: data.totals[field],
          why: <Why figure={valueText('money', data.totals[field])} load={() => explain({ figure })} />,
        }))}
      />
      <TablePanel
        title="By source"
        columns={visible}
        rows={data.lines}
        rowKey={({ id: line }) => line}
        cells={cellsOf(explain)}
      />
      {taxes.length > 0 ? (
        <TablePanel
          title="Taxes withheld"
          columns={taxColumns}
          rows={taxes}
          rowKey={({ key }) => key}
          cells={{ name: ({ name, source }) => <PaidSource name={name} through={null} from={source} /> }}
        />
      ) : null}
    </Stack>
  );
}

const cellsOf = (explain: Explain) => ({
  sourceName: ({ sourceName, sourceHolder, through }: Line) => (
    <PaidSource
      name={nameOfSource({ name: sourceName, holder: sourceHolder })}
      through={through.length > 0 ? through.join(' / ') : null}
    />
  ),
  ...Object.fromEntries(
    figures.map(([field, figure]) => [
      field,
      (line: Line) => (
        <ExplainedFigure
          figure={valueText('money', line[field])}
          load={() =>
            explain({ figure, sourceId: line.sourceId, via: line.via.length === 0 ? 'direct' : line.via.join(',') })
          }
        >
          <Value kind="money" value={line[field]} />
        </ExplainedFigure>
      ),
    ]),
  ),
});
