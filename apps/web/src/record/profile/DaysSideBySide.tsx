import type { Explanation } from '@carrara/ui/profile/explanation.ts';
import { ExplainedFigure } from '@carrara/ui/profile/ExplainedFigure.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Texts } from '../run/Texts.tsx';

/** The figure of a line on a date. */
export interface FigureOfDay {
  readonly value: string | null;
  /** The reason why the figure can't be computed, or what it leaves out. */
  readonly reason?: string | null;
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

/** Lists each reason once, with the dates to which it applies. */
const reasonsIn = (days: readonly string[], lines: readonly LineOfDays[]): readonly string[] => {
  const on = (day: string) => lines.flatMap(({ figures }) => figures[day]?.reason ?? []);
  return [...new Set(days.flatMap(on))].map(
    (reason) =>
      `${days
        .filter((day) => on(day).includes(reason))
        .map(formatDate)
        .join(', ')}: ${reason}`,
  );
};

function Cell({ figure }: { readonly figure: FigureOfDay | undefined }) {
  const { value = null, reason, why } = figure ?? {};
  if (value === null) return <Value kind="money" value={null} reason={reason ?? undefined} />;
  const drawn = <Value kind="money" value={value} />;
  return why ? (
    // Another value needs a new explanation, hence the key.
    <ExplainedFigure key={value} figure={valueText('money', value)} load={why}>
      {drawn}
    </ExplainedFigure>
  ) : (
    drawn
  );
}
