import { DataTable } from '@carrara/ui/list';
import { type Explanation, ExplainedFigure, Panel } from '@carrara/ui/profile';
import { formatDate, Value, valueText } from '@carrara/ui/value';
import { Texts } from './run/Texts.tsx';

/** What a line comes to on a day. */
export interface FigureOfDay {
  readonly value: string | null;
  /** Why it is not determined, or what is not in it. */
  readonly reason?: string | null;
  readonly why?: (() => Promise<Explanation>) | undefined;
}
export interface LineOfDays {
  readonly title: string;
  /** Amounts of several currencies stand in lines of their own and are never added up. */
  readonly currency: string | null;
  /** By day; a day on which there is nothing is left out. */
  readonly figures: Readonly<Record<string, FigureOfDay | undefined>>;
}
export interface DaysSideBySideProps {
  readonly label: string;
  /** Stands above the titles of the lines. */
  readonly corner: string;
  readonly days: readonly string[];
  readonly lines: readonly LineOfDays[];
}

/** The days that leaving is weighed on at first: today, the end of this year and that of the next. */
export function daysAtFirst(today: string): readonly string[] {
  const year = Number(today.slice(0, 4));
  return [...new Set([today, `${String(year)}-12-31`, `${String(year + 1)}-12-31`])];
}

/** What each line comes to on one day or another, and what of it is not determined. */
export function DaysSideBySide({ label, corner, days, lines }: DaysSideBySideProps) {
  const columns = [
    { field: 'title', kind: 'text', title: corner },
    ...days.map((day) => ({ field: day, kind: 'money', title: formatDate(day) }) as const),
  ] as const;
  return (
    <>
      <Texts tone="warn" lead="Not determined, or not whole:" texts={reasonsIn(days, lines)} />
      <Panel title="Day by day" flush>
        <DataTable
          label={label}
          columns={columns}
          rows={lines}
          rowKey={titleOf}
          cells={{
            title: titleOf,
            ...Object.fromEntries(days.map((day) => [day, (line: LineOfDays) => <Cell figure={line.figures[day]} />])),
          }}
        />
      </Panel>
    </>
  );
}

const titleOf = ({ title, currency }: LineOfDays) => (currency ? `${title}, ${currency}` : title);

/** Each reason once, with the days on which it holds. */
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
    // Why another figure is what it is has to be asked anew.
    <ExplainedFigure key={value} figure={valueText('money', value)} load={why}>
      {drawn}
    </ExplainedFigure>
  ) : (
    drawn
  );
}
