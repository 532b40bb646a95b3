import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { Banner } from '@carrara/ui/feedback';
import { valueText } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './distributionScreen.module.css';
import reasons from './reasons.module.css';

/** Number of notices listed at once. More are folded to a line, so that the payees stay in view. */
const mostListed = 2;

type Noticed = Pick<Distribution, 'problems' | 'warnings' | 'acknowledgments' | 'status' | 'approvals'>;

/** The problems that keep a run from being submitted, its warnings, and their acknowledgments. */
export function RunNotices({ distribution }: { readonly distribution: Noticed }) {
  const { problems, warnings, acknowledgments, status } = distribution;
  const isOpen = status.code === 'DRAFT' || status.code === 'REJ';
  const isPaid = status.code === 'DISB';
  const standing = isOpen ? unique(problems.map(({ message }) => message)) : [];
  const acknowledged = isOpen ? [] : byText(acknowledgments);
  const repeated = new Set([...standing, ...acknowledged.map(({ text }) => text)]);
  const known = isPaid ? [] : unique(warnings.map(({ message }) => message)).filter((text) => !repeated.has(text));
  const rejections =
    status.code === 'REJ' ? distribution.approvals.filter(({ approvalDecision }) => approvalDecision === 'REJ') : [];
  if (rejections.length + standing.length + known.length + acknowledged.length === 0) return null;
  return (
    <div className={styles.notices}>
      {rejections.map(({ id, approver, approvalComments, decidedDate }) => (
        <Banner key={id} tone="bad">
          Rejected by {approver.name}, {valueText('instant', decidedDate)}
          {approvalComments ? `: ${approvalComments}` : '. No reason was given.'}
        </Banner>
      ))}
      <Notice tone="warn" title={`${counted(standing.length, 'item')} to fix before you can submit`} texts={standing} />
      <Notice tone="info" title={counted(known.length, 'warning')} texts={known} />
      <Notice
        tone="info"
        title={counted(acknowledged.length, 'acknowledged warning')}
        texts={acknowledged.map(({ text, by }) => `${text} Acknowledged by ${by.join('; ')}.`)}
      />
    </div>
  );
}

interface NoticeProps {
  readonly tone: 'warn' | 'info';
  readonly title: string;
  readonly texts: readonly string[];
}

function Notice({ tone, title, texts }: NoticeProps) {
  const [isOpen, setOpen] = useState(false);
  if (texts.length === 0) return null;
  const isFolded = texts.length > mostListed && !isOpen;
  const list = (
    <ul className={`${reasons.list ?? ''} ${isFolded ? (styles.onPaper ?? '') : ''}`}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <Banner tone={tone}>
      {texts.length <= mostListed ? (
        <>
          {title}
          {list}
        </>
      ) : (
        <>
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {title}
          </Button>
          {/* A printed page has no button to expand the list. */}
          <div className={styles.onPaper}>{title}</div>
          {list}
        </>
      )}
    </Banner>
  );
}

/** Groups the acknowledgments by warning, with everybody who acknowledged it. */
function byText(acknowledgments: Distribution['acknowledgments']) {
  const found = new Map<string, string[]>();
  for (const { text, acknowledgedBy, acknowledgedDate } of acknowledgments) {
    const by = `${acknowledgedBy}, ${valueText('instant', acknowledgedDate)}`;
    found.set(text, [...(found.get(text) ?? []), by]);
  }
  return [...found].map(([text, by]) => ({ text, by }));
}

const counted = (count: number, noun: string) => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
const unique = (texts: readonly string[]) => [...new Set(texts)];
