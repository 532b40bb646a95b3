import type { ReportingDate } from '@carrara/contract/performance/period/periodFigures';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Anchor, Checkbox, Select } from '@mantine/core';
import styles from './period.module.css';
import type { ChosenDate } from './reportingDate.ts';

export interface ReportingDateSelectProps {
  readonly date: ChosenDate;
  /** True to offer carrying late funds forward. */
  readonly canCarryForward?: boolean;
}

/** A choice of the quarter end for a page, with a list of late funds. Displays nothing if there is no date. */
export function ReportingDateSelect({ date, canCarryForward = false }: ReportingDateSelectProps) {
  const { endDate, dates, choose, current, latest, carriesForward, carryForward, withoutFigures } = date;
  const newest = dates.find((item) => item.late.length > 0);
  if (endDate === undefined) return null;
  const isLate = current !== undefined && current.late.length > 0;
  return (
    <>
      <Select
        label="Reporting date"
        size="xs"
        w={150}
        allowDeselect={false}
        searchable={dates.length > 12}
        maxDropdownHeight={320}
        data={dates.map((item) => ({ value: item.endDate, label: formatDate(item.endDate) }))}
        value={endDate}
        onChange={(next) => next && choose(next)}
      />
      {withoutFigures === undefined ? null : (
        <p
          className={styles.note}
        >{`There are no figures for ${formatDate(withoutFigures)}. This page displays ${formatDate(endDate)}.`}</p>
      )}
      {latest !== undefined ? (
        <p className={styles.note}>
          <Anchor component="button" type="button" size="xs" onClick={() => choose(latest)}>
            Show the latest figures ({formatDate(latest)})
          </Anchor>
        </p>
      ) : newest && newest.endDate > endDate ? (
        <p className={styles.note}>
          {`${lateText(newest)} `}
          <Anchor component="button" type="button" size="xs" onClick={() => choose(newest.endDate)}>
            Show {formatDate(newest.endDate)} anyway
          </Anchor>
        </p>
      ) : null}
      {isLate ? (
        <div className={styles.note}>
          {canCarryForward ? (
            <Checkbox
              size="xs"
              label="Carry forward the last value of late funds"
              description={lateText(current)}
              checked={carriesForward !== undefined}
              onChange={({ currentTarget }) => carryForward(currentTarget.checked)}
            />
          ) : (
            lateText(current)
          )}
        </div>
      ) : null}
    </>
  );
}

/** Number of funds that are named. More are only counted. */
const mostNames = 2;

/** Returns a text such as `06/30/2026 is incomplete: Harbor Street Partners I has reported through 09/30/2025.` */
function lateText({ endDate, late }: ReportingDate): string {
  const named = late
    .slice(0, mostNames)
    .map(({ name, lastDate }) => `${name} has reported through ${formatDate(lastDate)}`);
  const more = late.length - named.length;
  return `${formatDate(endDate)} is incomplete: ${[...named, ...(more > 0 ? [`${more} more ${more === 1 ? 'fund is' : 'funds are'} late`] : [])].join('; ')}.`;
}
