import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { failureWithStatus } from '../../../api/failure.ts';
import styles from './distributionScreen.module.css';
import { distinctRemarks, toFixTitle } from './RunReasons.tsx';
import { ChangedRecords, withoutChanges } from '../../../record/run/ChangedRecords.tsx';
import { warningCauses } from '../../../record/run/warningCauses.ts';
import { WarningList } from '../../../record/run/WarningList.tsx';
import { warningsTitle } from '../../../record/run/warningsTitle.ts';

/** Number of notices listed at once. More are folded to a line, so that the payees stay in view. */
const mostListed = 2;

type Noticed = Pick<
  Distribution,
  'id' | 'name' | 'rowVersion' | 'problems' | 'warnings' | 'acknowledgments' | 'status' | 'approvals' | 'canEdit'
>;

interface NoticesOfRun {
  readonly rejections: Noticed['approvals'];
  readonly toFix: readonly Noticed['problems'][number][];
  readonly displayed: Noticed['warnings'];
  /** The warnings with their acknowledgments, which cost no line each if there are many. */
  readonly listed: readonly Pick<NoticeProps, 'title' | 'warnings'>[];
}

function noticesOf({ problems, warnings, acknowledgments, status, approvals }: Noticed): NoticesOfRun {
  const isOpen = status.code === 'DRAFT' || status.code === 'REJ';
  const isPaid = status.code === 'DISB';
  const acknowledged = isOpen ? new Map<string, readonly string[]>() : byText(acknowledgments);
  const displayed = isPaid ? [] : warnings;
  const current = withoutChanges(displayed);
  // The balances may have changed since somebody acknowledged a warning.
  const earlier = [...acknowledged.keys()]
    .filter((text) => current.every(({ message }) => message !== text))
    .map((message) => ({ code: '', message }));
  const withNames = ({ code, message }: NoticeProps['warnings'][number]) => {
    const by = acknowledged.get(message);
    return { code, message: by ? `${message} Acknowledged by ${by.join('; ')}.` : message };
  };
  const listed = [
    {
      title: warningsTitle(current.length, {
        acknowledged: current.filter(({ message }) => acknowledged.has(message)).length,
      }),
      warnings: current.map(withNames),
    },
    {
      title: counted(earlier.length, isPaid ? 'acknowledged warning' : 'earlier acknowledged warning'),
      warnings: earlier.map(withNames),
    },
  ];
  return {
    rejections: status.code === 'REJ' ? approvals.filter(({ approvalDecision }) => approvalDecision === 'REJ') : [],
    toFix: isOpen ? distinctRemarks(problems) : [],
    displayed,
    listed: listed.filter((notice) => notice.warnings.length > 0),
  };
}

/** The problems that keep a run from being submitted, its warnings, and their acknowledgments. */
export function RunNotices({ distribution }: { readonly distribution: Noticed }) {
  const { rejections, toFix, displayed, listed } = noticesOf(distribution);
  if (rejections.length + toFix.length + displayed.length + listed.length === 0) return null;
  return (
    <div className={styles.notices}>
      {rejections.map(({ id, approver, approvalComments, decidedDate }) => (
        <Banner key={id} tone="bad">
          Rejected by {approver.name}, {valueText('instant', decidedDate)}
          {approvalComments ? `: ${approvalComments}` : '. No reason was given.'}
        </Banner>
      ))}
      <ChangedRecords warnings={displayed} />
      <Notice tone="warn" title={toFixTitle(toFix.length)} warnings={toFix}>
        {distribution.canEdit && toFix.some(({ code }) => code === 'INPUTS_CHANGED') ? (
          <SaveAgain {...distribution} />
        ) : null}
      </Notice>
      {listed.map((notice) => (
        <Notice key={notice.title} tone="info" isListedBelow {...notice} />
      ))}
    </div>
  );
}

/** The warnings that the page folds to a line, at the end of the printed page. */
export function PrintedNotices({ distribution }: { readonly distribution: Noticed }) {
  return noticesOf(distribution)
    .listed.filter(isFoldable)
    .map(({ title, warnings }) => (
      <div key={title} className={styles.onPaper}>
        <h2>{title}</h2>
        <WarningList warnings={warnings} />
      </div>
    ));
}

/** Saves a draft again whose records have changed, so that its figures and warnings can be reviewed. */
function SaveAgain({ id, name, rowVersion }: Pick<Noticed, 'id' | 'name' | 'rowVersion'>) {
  const [recompute] = useWrite('recomputeDistribution');
  const [isBusy, setBusy] = useState(false);
  const saveAgain = async () => {
    setBusy(true);
    try {
      await recompute({ params: { id }, body: { rowVersion } });
      toastSuccess(`${name} updated successfully`);
    } catch (failure) {
      toastError(failureWithStatus(failure));
    }
    setBusy(false);
  };
  return (
    <Button variant="default" size="compact-sm" mt={6} loading={isBusy} onClick={() => void saveAgain()}>
      Save again
    </Button>
  );
}

interface NoticeProps {
  readonly tone: 'warn' | 'info';
  readonly title: string;
  readonly warnings: readonly Pick<Distribution['warnings'][number], 'code' | 'message'>[];
  /** True if `PrintedNotices` lists the warnings if they are folded. */
  readonly isListedBelow?: boolean;
  /** The remedy. */
  readonly children?: ReactNode;
}

/** True if the warnings take more lines than are listed at once. */
const isFoldable = ({ warnings }: Pick<NoticeProps, 'warnings'>) =>
  warningCauses(warnings).reduce((sum, cause) => sum + (cause.title ? 1 : cause.warnings.length), 0) > mostListed;

/** A printed page has no button to expand the list. It is printed here, unless the end of the page has it. */
const listClass = (isOpen: boolean, isListedBelow: boolean) => {
  if (isListedBelow) return isOpen ? styles.onScreen : styles.folded;
  return isOpen ? undefined : styles.onPaper;
};

function Notice({ tone, title, warnings, isListedBelow = false, children }: NoticeProps) {
  const [isOpen, setOpen] = useState(false);
  if (warnings.length === 0) return null;
  const list = <WarningList warnings={warnings} />;
  return (
    <Banner tone={tone}>
      {isFoldable({ warnings }) ? (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            className={styles.fold ?? ''}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </Button>
          <div className={styles.onPaper}>{isListedBelow ? `${title}, listed at the end` : title}</div>
          <div className={listClass(isOpen, isListedBelow)}>{list}</div>
        </>
      ) : (
        <>
          {title}
          {list}
        </>
      )}
      {children}
    </Banner>
  );
}

/** Groups the acknowledgments by warning, with everybody who acknowledged it. */
function byText(acknowledgments: Distribution['acknowledgments']): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { text, acknowledgedBy, acknowledgedDate } of acknowledgments) {
    const by = `${acknowledgedBy}, ${valueText('instant', acknowledgedDate)}`;
    found.set(text, [...(found.get(text) ?? []), by]);
  }
  return found;
}

const counted = (count: number, noun: string) => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
