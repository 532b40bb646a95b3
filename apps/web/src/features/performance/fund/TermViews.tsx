import type { CarryPayoff } from '@carrara/contract/performance/carryTerms/carryTerms';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Answer } from '../../../api/operations.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';

type Checked = Answer<'previewCarryTerms'>;

interface ProblemsProps {
  readonly tone: 'warn' | 'bad';
  readonly title: string;
  readonly problems: Checked['missing'];
}

/** Names each term that is missing or refused. */
export const Problems = ({ tone, title, problems }: ProblemsProps) => (
  <Banner tone={tone}>
    {title}:
    <ul>
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`}>{message}</li>
      ))}
    </ul>
  </Banner>
);

/** The terms that differ between two versions. */
export const TermChanges = ({ title, changes }: { readonly title: string } & Pick<Checked, 'changes'>) => (
  <TablePanel
    cardsOnPhone
    title={title}
    empty="No differences"
    columns={[
      { field: 'title', kind: 'text', title: 'Term' },
      { field: 'before', kind: 'text', title: 'Before', isKey: true },
      { field: 'after', kind: 'text', title: 'After', isKey: true },
    ]}
    rows={changes}
    rowKey={({ field }) => field}
  />
);

interface PayoffProps {
  readonly payoff: CarryPayoff;
  readonly currency?: string | undefined;
}

/** The parts of the partners and the GP for rising proceeds. The server computes them. */
export const Payoff = ({ payoff, currency }: PayoffProps) => (
  <ChartCard
    title={`Payoff${currency ? `, ${currency}` : ''}`}
    shape="line"
    kind="money"
    height={280}
    categories={payoff.points.map(({ multiple }) => valueText('multiple', multiple))}
    series={[
      { name: 'Limited partners', meaning: 'distributions', values: payoff.points.map(({ lp }) => lp) },
      { name: 'General partner', meaning: 'carry', values: payoff.points.map(({ gp }) => gp) },
    ]}
    below={`By multiple of ${valueText('money', payoff.capital)}, contributed when the terms begin and sold after ${String(payoff.years)} years. Side letters, escrow and taxes are left out.`}
  />
);
