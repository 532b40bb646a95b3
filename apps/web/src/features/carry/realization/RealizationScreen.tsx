import type { RealizationRecord } from '@carrara/contract/carry/run/realizationRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Menu } from '@mantine/core';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../../frame/ViewTabs.tsx';
import { reversalLinks, useRunPage } from '../../../record/run/runPage.tsx';
import { EvidenceButton } from '../../../record/run/EvidenceButton.tsx';
import { MoveButtons } from '../../../record/profile/Moves.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import reasons from '../../../record/run/reasons.module.css';
import { Texts } from '../../../record/run/Texts.tsx';
import { useToday } from '../../../session/useToday.ts';
import { ownMoves } from './ownMoves.ts';
import { realizationEditPath, realizationPath } from './addresses.ts';
import { RealizationSourceView } from './RealizationSourceView.tsx';
import { useExplainRealization } from './useExplainRealization.ts';

/** The page of a realization, or of one of its sources: totals, obstacles to posting, actions and views. */
export function RealizationScreen({ screen }: ScreenProps) {
  const {
    id,
    view,
    run: displayed,
    views,
    current,
    placeholder,
  } = useRunPage<RealizationRecord>({
    screen,
    operation: 'getRealization',
    noun: 'Realization',
    pathOf: realizationPath,
  });
  const explain = useExplainRealization(id);
  if (!displayed || !current) return placeholder;
  // The last part of the address is the name of a view or else of a source.
  const source = views.some(({ id: name }) => name === view) ? undefined : sourceAt(displayed, view);
  const why = (figure: 'netDistributable' | 'gross' | 'unallocated', value: string | null) => (
    <Why figure={value === null ? notDetermined : valueText('money', value)} load={() => explain(figure)} />
  );
  const money = { kind: 'money', nullIs: notDetermined } as const;
  return (
    <>
      <ProfileHeader
        name={displayed.name}
        status={displayed.status}
        facts={factsOf(displayed)}
        statusNote={waitingFor(displayed)}
        figures={[
          {
            label: 'Total carry',
            ...money,
            value: displayed.totalCarry,
            why: why('netDistributable', displayed.totalCarry),
          },
          { label: 'Accrued', ...money, value: displayed.totalAccrued, why: why('gross', displayed.totalAccrued) },
          {
            label: 'Unallocated',
            ...money,
            value: displayed.unallocated,
            why: why('unallocated', displayed.unallocated),
          },
        ]}
        actions={<RealizationActions realization={displayed} />}
      />
      <ReservedSpace key={id}>
        <div className={reasons.messages}>
          <Texts tone="bad" lead="Fix before posting:" texts={displayed.problems.map(({ message }) => message)} />
          <Texts tone="warn" texts={displayed.warnings.map(({ message }) => message)} />
        </div>
      </ReservedSpace>
      <ViewTabs
        views={views}
        current={source ? 'details' : current.id}
        addressOf={(name) => `#${realizationPath(id, name)}`}
      />
      {source ? (
        <RealizationSourceView realization={displayed} source={source} />
      ) : (
        <ViewPanel view={current} id={id} />
      )}
    </>
  );
}

const sourceAt = ({ sources }: RealizationRecord, location: string | undefined) =>
  sources.find(({ realizationSourceId, containerId }) => realizationSourceId === location || containerId === location);

const counted = (number: number | null, noun: string) =>
  number === null ? `${noun}s ${notDetermined}` : `${String(number)} ${number === 1 ? noun : `${noun}s`}`;

function factsOf(realization: RealizationRecord) {
  const { realizationDate, numberOfSources, numberOfParticipants, currency, postedDate } = realization;
  return [
    formatDate(realizationDate),
    counted(numberOfSources, 'source'),
    counted(numberOfParticipants, 'participant'),
    ...(currency ? [currency.code ?? currency.name ?? ''] : []),
    ...(postedDate ? [`posted by ${realization.postedBy}, ${valueText('instant', postedDate)}`] : []),
    ...reversalLinks(realization, realizationPath),
  ];
}

/** Returns a note about who has to post the draft. The author of its last change can't, unless the firm allows it. */
const waitingFor = ({ status, actions, warnings }: RealizationRecord): string | undefined =>
  status.code === 'DRAFT' &&
  actions.length > 0 &&
  !actions.includes('postRealization') &&
  // Before its date, nobody can post it.
  warnings.every(({ code }) => code !== 'DATE_TOO_LATE')
    ? 'waiting for another carry editor or administrator to post it'
    : undefined;

const formats = { Excel: 'excel', PDF: 'application/pdf' } as const;

/** The buttons of a realization: files for everyone, and the moves that the server allows this person now. */
function RealizationActions({ realization }: { readonly realization: RealizationRecord }) {
  const { id, name, actions } = realization;
  const download = useDownload();
  return (
    <>
      <NotesButton objectId={id} objectType="realization" name={name} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Export</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(formats).map(([title, format]) => (
            <Menu.Item
              key={format}
              onClick={() => void download('exportRealization', { params: { id }, query: { format } })}
            >
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {realization.isDetermined ? <EvidenceButton kind="Realization" id={id} /> : null}
      <MoveButtons
        lifecycle="realization"
        record={realization}
        events={actions}
        own={ownMoves(realization, useToday())}
      >
        {actions.includes('saveRealization') ? (
          <Button variant="default" component="a" href={`#${realizationEditPath(id)}`}>
            Edit
          </Button>
        ) : null}
      </MoveButtons>
    </>
  );
}
