import { groupBy } from '@carrara/domain/kernel';
import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Texts, type TextsProps } from '../run/Texts.tsx';

export interface Reason {
  /** The source that the reason is about. Null for the whole figure. */
  readonly sourceName: string | null;
  readonly text: string;
}
/** The figure of a line on a date. */
export interface FigureOfDay {
  readonly value: string | null;
  /** The reasons why the figure can't be computed, or what it leaves out. */
  readonly reasons?: readonly Reason[];
  readonly why?: (() => Promise<Explanation>) | undefined;
}
export interface LineOfDays {
  readonly title: string;
  /** Each currency has its own lines, which are never added up. */
  readonly currency: string | null;
  /** The figures by date. Dates without a figure are left out. */
  readonly figures: Readonly<Record<string, FigureOfDay | undefined>>;
}
export interface DaysSideBySideProps {
  readonly label: string;
  /** The heading above the titles of the lines. */
  readonly corner: string;
  readonly days: readonly string[];
  readonly lines: readonly LineOfDays[];
}

/** Returns the initial dates of the comparison: today, the end of this year, and the end of the next one. */
export function daysAtFirst(today: string): readonly string[] {
  const year = Number(today.slice(0, 4));
  return [...new Set([today, `${String(year)}-12-31`, `${String(year + 1)}-12-31`])];
}

/** Compares the figures of several dates line by line, and lists what could not be computed. */
export function DaysSideBySide({ label, corner, days, lines }: DaysSideBySideProps) {
  const columns = [
    { field: 'title', kind: 'text', title: corner },
    ...days.map((day) => ({ field: day, kind: 'money', title: formatDate(day), isKey: true }) as const),
  ] as const;
  return (
    <>
      <Texts tone="warn" lead="Not determined, or incomplete:" texts={reasonsIn(days, lines)} />
      <TablePanel
        title="Day by day"
        label={label}
        columns={columns}
        rows={lines}
        rowKey={titleOf}
        cardsOnPhone
        cells={{
          title: titleOf,
          ...Object.fromEntries(days.map((day) => [day, (line: LineOfDays) => <Cell figure={line.figures[day]} />])),
        }}
      />
    </>
  );
}

const titleOf = ({ title, currency }: LineOfDays) => (currency ? `${title}, ${currency}` : title);

/** Lists each reason once, with its sources, and with its dates unless it applies to all of several. */
function reasonsIn(days: readonly string[], lines: readonly LineOfDays[]): TextsProps['texts'] {
  const found = new Map<string, Reason & { readonly on: Set<string> }>();
  for (const day of days)
    for (const reason of lines.flatMap(({ figures }) => figures[day]?.reasons ?? [])) {
      const key = JSON.stringify([reason.sourceName, reason.text]);
      found.set(key, found.get(key) ?? { ...reason, on: new Set() });
      found.get(key)?.on.add(day);
    }
  const groups = groupBy([...found.values()], ({ text, on }) => JSON.stringify([text, ...on]));
  return [...groups.values()].map((group) => {
    const on = [...(group[0]?.on ?? [])];
    const dates = on.length < days.length || days.length === 1 ? `${on.map(formatDate).join(', ')}: ` : '';
    const sources = group.flatMap(({ sourceName }) => sourceName ?? []);
    const text = group[0]?.text ?? '';
    if (sources.length > 1) return { text: `${dates}${text}`, names: sources };
    return `${dates}${sources.map((source) => `${source}: `).join('')}${text}`;
  });
}

const textOf = (reasons: readonly Reason[]): string | undefined =>
  reasons.map(({ sourceName, text }) => (sourceName ? `${sourceName}: ${text}` : text)).join(' ') || undefined;

function Cell({ figure }: { readonly figure: FigureOfDay | undefined }) {
  const { value = null, reasons = [], why } = figure ?? {};
  if (value === null) return <Value kind="money" value={null} reason={textOf(reasons)} />;
  const drawn = <Value kind="money" value={value} />;
  return why ? (
    // The key loads a new explanation when the value changes.
    <ExplainedFigure key={value} figure={valueText('money', value)} load={why}>
      {drawn}
    </ExplainedFigure>
  ) : (
    drawn
  );
}
