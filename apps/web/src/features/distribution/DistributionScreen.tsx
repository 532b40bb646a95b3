import type { Distribution } from '@carrara/contract/distributionRecord';
import { Banner, ErrorState, LoadingState } from '@carrara/ui/feedback';
import { ProfileHeader, RouteTabs, Why } from '@carrara/ui/profile';
import { formatDate, formatDecimal, valueText } from '@carrara/ui/value';
import { useParams } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import { useRecordCrumb } from '../../app/RecordCrumb.tsx';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { shownView } from '../../app/shownView.ts';
import { ViewPanel } from '../../app/ViewPanel.tsx';
import { useAllowedViews } from '../../session/hooks.ts';
import { changeText } from './changeText.ts';
import { DistributionActions } from './DistributionActions.tsx';
import styles from './distribution.module.css';
import { MoneyLine } from './MoneyLine.tsx';
import { distributionPath } from './places.ts';
import { useExplain } from './useExplain.ts';

/** A distribution: its totals, that they reconcile, what this person may do with it, and its views. */
export function DistributionScreen({ screen }: ScreenProps) {
  const { id = '', view } = useParams();
  const { data, error, refetch } = useRead('getDistribution', { params: { id } });
  const distribution = data?.id === id ? data : undefined;
  const views = useAllowedViews(screen.views ?? []);
  const current = shownView(views, view);
  const explain = useExplain(id);
  useRecordCrumb(distribution?.name, `#${distributionPath(id)}`);
  if (error && !distribution) {
    if (error.status === 404) return <ErrorState message="Distribution not found" />;
    return <ErrorState message={failureText(error)} onRetry={refetch} />;
  }
  if (!distribution || !current) return <LoadingState lines={12} />;
  const { reconciliation, previous } = distribution;
  const why = (figure: 'gross' | 'tax' | 'escrow' | 'net', value: string) => (
    <Why figure={valueText('money', value)} load={() => explain(figure)} />
  );
  const { grossCarryDistributed: gross, tax, escrow, netCarryDistributed: net } = reconciliation;
  return (
    <>
      <ProfileHeader
        name={distribution.name}
        status={distribution.status}
        facts={factsOf(distribution)}
        statusNote={waitingFor(distribution)}
        figures={[
          { label: 'Net distributable', kind: 'money', value: reconciliation.netDistributableAmount },
          {
            label: 'Gross carry',
            kind: 'money',
            value: gross,
            why: why('gross', gross),
            note: previous
              ? `${changeText(previous.changePercent)} on ${formatDate(previous.distributionDate)}`
              : undefined,
          },
          { label: 'Tax', kind: 'money', value: tax, why: why('tax', tax) },
          { label: 'Escrow', kind: 'money', value: escrow, why: why('escrow', escrow) },
          { label: 'Net carry', kind: 'money', value: net, why: why('net', net) },
        ]}
        actions={<DistributionActions distribution={distribution} />}
      />
      <MoneyLine reconciliation={reconciliation} />
      <Notices distribution={distribution} />
      <RouteTabs
        current={current.id}
        tabs={views.map((one) => ({
          id: one.id,
          title: one.title,
          href: `#${distributionPath(id, one.id)}`,
          ...(one.id === 'approvals' ? { count: answered(distribution) } : {}),
        }))}
        onPrefetch={(tab) => void views.find((one) => one.id === tab.id)?.load()}
      />
      <ViewPanel view={current} id={id} />
    </>
  );
}

const counted = (number: number, noun: string) =>
  `${formatDecimal(String(number), 0)} ${noun}${number === 1 ? '' : 's'}`;

function factsOf({
  distributionDate,
  numberOfSources,
  numberOfParticipants,
  currency,
  reversalOf,
  reversedBy,
}: Distribution) {
  return [
    formatDate(distributionDate),
    counted(numberOfSources, 'source'),
    counted(numberOfParticipants, 'participant'),
    ...(currency ? [currency.code ?? currency.name ?? ''] : []),
    ...(reversalOf
      ? [
          <a key="of" href={`#${distributionPath(reversalOf.id)}`}>
            reversal of {reversalOf.name}
          </a>,
        ]
      : []),
    ...(reversedBy
      ? [
          <a key="by" href={`#${distributionPath(reversedBy.id)}`}>
            reversed by {reversedBy.name}
          </a>,
        ]
      : []),
  ];
}

function waitingFor({ status, approvals }: Distribution): string | undefined {
  if (status.code !== 'SUB') return undefined;
  const open = approvals
    .filter(({ approvalDecision }) => approvalDecision === null)
    .map(({ approver }) => approver.name);
  return open.length > 0 ? `waiting for ${open.join(', ')}` : undefined;
}

function answered({ approvals }: Distribution): string | undefined {
  if (approvals.length === 0) return undefined;
  const approved = approvals.filter(({ approvalDecision }) => approvalDecision === 'APP').length;
  return `${String(approved)}/${String(approvals.length)}`;
}

function Notices({ distribution: { problems, warnings, status } }: { readonly distribution: Distribution }) {
  const isOpen = status.code === 'DRAFT' || status.code === 'REJ';
  const standing = isOpen ? unique(problems.map(({ message }) => message)) : [];
  const known = unique(warnings.map(({ message }) => message));
  if (standing.length === 0 && known.length === 0) return null;
  return (
    <div className={styles.notices}>
      {standing.length > 0 ? (
        <Banner tone="warn">
          Before it can be submitted:
          <ul className={styles.reasons}>
            {standing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {known.length > 0 ? (
        <Banner tone="info">
          <details>
            <summary>{known.length === 1 ? '1 thing to know' : `${String(known.length)} things to know`}</summary>
            <ul className={styles.reasons}>
              {known.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </details>
        </Banner>
      ) : null}
    </div>
  );
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
