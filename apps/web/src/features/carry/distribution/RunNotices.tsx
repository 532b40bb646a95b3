import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button } from '@mantine/core';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { type ReactNode, useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { failureWithStatus } from '../../../api/failure.ts';
import styles from './distributionScreen.module.css';
import { distinct, toFixTitle } from './RunReasons.tsx';
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

/** The problems that keep a run from being submitted, its warnings, and their acknowledgments. */
export function RunNotices({ distribution }: { readonly distribution: Noticed }) {
  const { problems, warnings, acknowledgments, status } = distribution;
  const isOpen = status.code === 'DRAFT' || status.code === 'REJ';
  const isPaid = status.code === 'DISB';
  const toFix = isOpen ? distinct(problems) : [];
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
  const rejections =
    status.code === 'REJ' ? distribution.approvals.filter(({ approvalDecision }) => approvalDecision === 'REJ') : [];
  if (rejections.length + toFix.length + displayed.length + earlier.length === 0) return null;
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
        {distribution.canEdit && isOpen && problems.some(({ code }) => code === 'INPUTS_CHANGED') ? (
          <SaveAgain {...distribution} />
        ) : null}
      </Notice>
      <Notice
        tone="info"
        title={warningsTitle(current.length, {
          acknowledged: current.filter(({ message }) => acknowledged.has(message)).length,
        })}
        warnings={current.map(withNames)}
      />
      <Notice
        tone="info"
        title={counted(earlier.length, isPaid ? 'acknowledged warning' : 'earlier acknowledged warning')}
        warnings={earlier.map(withNames)}
      />
    </div>
  );
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
  /** The remedy. */
  readonly children?: ReactNode;
}

function Notice({ tone, title, warnings, children }: NoticeProps) {
  const [isOpen, setOpen] = useState(false);
  if (warnings.length === 0) return null;
  const lines = warningCauses(warnings).reduce((sum, cause) => sum + (cause.title ? 1 : cause.warnings.length), 0);
  const isFolded = lines > mostListed && !isOpen;
  const list = (
    <div className={isFolded ? styles.onPaper : undefined}>
      <WarningList warnings={warnings} />
    </div>
  );
  return (
    <Banner tone={tone}>
      {lines <= mostListed ? (
        <>
          {title}
          {list}
        </>
      ) : (
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
          {/* A printed page has no button to expand the list. */}
          <div className={styles.onPaper}>{title}</div>
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
