import { valueText } from '../value/valueText.ts';
import type { ExplanationEntry } from './explanation.ts';
import { quantity } from './quantity.ts';
import { useFirst } from './useFirst.tsx';
import styles from './whyEntries.module.css';

/** Number of entries rendered at first. */
const FIRST = 50;

/** The ledger entries of a figure, each with its date, description, counted amount and origin. */
export function WhyEntries({ entries }: { readonly entries: readonly ExplanationEntry[] }) {
  const [visible, showAll] = useFirst(entries, FIRST);
  return (
    <>
      <ul className={styles.entries} aria-label="Entries">
        {visible.map((entry, at) => (
          // A transfer passes an entry on, so the same entry can appear more than once.
          <Entry key={`${entry.id} ${String(at)}`} entry={entry} />
        ))}
      </ul>
      {showAll}
    </>
  );
}

function Entry({ entry }: { readonly entry: ExplanationEntry }) {
  const { title, subject, fund, date, booked, isLate, isReversal, amount, counted, sharedBy, source, href } = entry;
  const unit = entry.unit ?? 'money';
  const subjects = [subject, fund].filter(Boolean).join(' · ');
  const marks = [
    ...(amount === counted ? [] : [`of ${quantity(amount, unit)}`]),
    ...(sharedBy === null ? [] : [`shared by: ${sharedBy}`]),
    ...(isReversal ? ['reversal'] : []),
    ...(isLate ? [`late, in the quarter ending ${valueText('date', booked)}`] : []),
  ];
  return (
    <li>
      <div className={styles.line}>
        <time dateTime={date}>{valueText('date', date)}</time>
        <span>
          {href ? <a href={href}>{title}</a> : title}
          {subjects ? <span className={styles.subject}> {subjects}</span> : null}
        </span>
        <b>{quantity(counted, unit)}</b>
      </div>
      <div className={styles.from}>
        {marks.join(' · ')}
        {marks.length > 0 ? ' · ' : ''}
        <Source source={source} />
      </div>
    </li>
  );
}

function Source({ source }: Pick<ExplanationEntry, 'source'>) {
  if (source === null) return 'entered by hand';
  const name = source.row === null ? source.name : `${source.name}, row ${String(source.row)}`;
  return source.href ? <a href={source.href}>{name}</a> : name;
}
