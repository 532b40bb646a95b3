import { ArrangePanels } from '@carrara/ui/board/ArrangePanels.tsx';
import { Board } from '@carrara/ui/board/Board.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { KeyFigures } from '@carrara/ui/profile/KeyFigures.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import type { OwnDelivery } from '@carrara/contract/platform/delivery/ownDelivery';
import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { readExplanation } from '../../../api/readExplanation.ts';
import boardStyles from '../../../record/board/home.module.css';
import { useBoard } from '../../../record/board/useBoard.ts';
import { type CurrencyChoice, useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { Stack } from '../../../record/Stack.tsx';
import { useAppDispatch } from '../../../session/hooks.ts';
import { CarryBasis } from './CarryBasis.tsx';
import { LeavingNote } from './LeavingNote.tsx';
import styles from './portal.module.css';
import { homeFigures, summaryLines } from './holderFigures.ts';
import { type ExplainVested, vestingFigures } from './vestingFigures.tsx';
import { PaidSource } from './PaidSource.tsx';
import { paymentHref, type PortalHome } from './portalHome.ts';

/** The first columns of the list, repeated here because the table of all lists is larger than the rest of this page. */
const columns = [
  { field: 'distributionDate', kind: 'date', title: 'Date' },
  { field: 'distributionName', kind: 'text', title: 'Distribution' },
  { field: 'sourceName', kind: 'text', title: 'Source' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'grossCarryDistributed', kind: 'money', title: 'Gross' },
  { field: 'netCarryDistributed', kind: 'money', title: 'Net' },
] as const;

export interface PortalPanelsProps {
  readonly home: PortalHome;
  /** Undefined while loading. */
  readonly documents: readonly OwnDelivery[] | undefined;
}

/** News with their actions, the key figures of each holder, and the last payments. */
export function PortalPanels({ home, documents = [] }: PortalPanelsProps) {
  const news = documents.filter(isNews);
  const money = useCurrencyChoice(...home.holders.flatMap(({ summary, vesting }) => [summary.byCurrency, vesting]));
  const board = useBoard('portalHome', [
    { id: 'news', title: 'New for you', content: <News home={home} news={news} /> },
    { id: 'figures', title: 'Key figures', content: <HolderFigures home={home} money={money} /> },
    { id: 'vesting', title: 'Vesting', content: <HolderVesting home={home} money={money} /> },
    { id: 'distributions', title: 'Latest distributions', content: <LatestDistributions home={home} /> },
  ]);
  return (
    <Stack>
      <div className={boardStyles.head}>
        <h1>{home.name}</h1>
        <div className={boardStyles.tools}>
          {money.chooser}
          <ArrangePanels board={board} />
        </div>
      </div>
      <Board board={board} />
    </Stack>
  );
}

type HomeProps = Pick<PortalPanelsProps, 'home'>;

function News({ home: { holders }, news }: HomeProps & { readonly news: readonly OwnDelivery[] }) {
  if (news.length === 0) return null;
  return (
    <Panel title="New for you">
      <ul className={styles.news}>
        {news.map(({ id, name: title, kind, holderName, isReminded }) => (
          <li key={id}>
            <span>
              {kind}: <a href={`#/participant-portal/document/${id}`}>{title}</a>
              {holders.length > 1 ? ` for ${holderName}` : ''}
              {isReminded ? ': please acknowledge it' : ''}
            </span>
            <Button
              component="a"
              href={`#/participant-portal/document/${id}`}
              variant="default"
              size="compact-xs"
              aria-label={`${isReminded ? 'Acknowledge' : 'Read'} the ${kind.toLowerCase()} ${title}`}
            >
              {isReminded ? 'Acknowledge' : 'Read'}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface FiguresProps extends HomeProps {
  readonly money: CurrencyChoice;
}

/** Returns a title that names the holder if there are several. */
const titleOf = (name: string, title: string, { home: { holders } }: HomeProps) => (holders.length > 1 ? name : title);

function HolderFigures(props: FiguresProps) {
  const { home, money } = props;
  return home.holders.map((holder) => {
    const title = titleOf(holder.name, 'Your carry', props);
    return (
      <Fragment key={holder.holder}>
        <LeavingNote holder={holder} />
        {holder.summary.byCurrency.length === 0 ? (
          <Panel title={title}>
            <EmptyState text="Nothing has been distributed, withheld or forecast yet." />
          </Panel>
        ) : (
          money
            .inCurrency(summaryLines(holder.summary))
            .map((line) => (
              <KeyFigures key={title} title={money.titled(title)} figures={homeFigures(line, holder, home)} />
            ))
        )}
      </Fragment>
    );
  });
}

/** The vested part of the carry paid so far, as the page on vesting explains it, and what vests next. */
function HolderVesting(props: FiguresProps) {
  const { home, money } = props;
  const dispatch = useAppDispatch();
  const panels = home.holders.flatMap((holder) =>
    money.inCurrency(holder.vesting).map((line) => {
      const explain: ExplainVested = (figure) =>
        readExplanation(dispatch, 'explainPortalVesting', {
          query: { holder: holder.holder, figure, currency: line.currency ?? '' },
        });
      return (
        <KeyFigures
          key={holder.holder}
          title={money.titled(titleOf(`Vesting, ${holder.name}`, 'Vesting', props))}
          figures={vestingFigures(line, holder.holder, explain)}
        />
      );
    }),
  );
  if (panels.length === 0) return null;
  return (
    <div>
      {panels}
      <CarryBasis />
    </div>
  );
}

function LatestDistributions({ home: { holders, distributions } }: HomeProps) {
  const holderOf = (at: number) => holders.find(({ holder }) => holder === at)?.name;
  const several = holders.length > 1;
  return (
    <TablePanel
      title="Latest distributions"
      columns={columns}
      rows={distributions}
      rowKey={({ id }) => id}
      cells={{
        sourceName: ({ sourceName, sourceHolder, through, holder }) => (
          <PaidSource
            name={nameOfSource({ name: sourceName, holder: sourceHolder })}
            through={through}
            to={several ? holderOf(holder) : undefined}
          />
        ),
      }}
      rowHref={({ distributionId, holder }) => paymentHref(distributionId, holder)}
      cardsOnPhone
      empty="Nothing has been distributed to you yet."
    />
  );
}

const isNews = ({ state, isReminded }: OwnDelivery) => state === 'New' || isReminded;
