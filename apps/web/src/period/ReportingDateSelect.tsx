import { formatDate } from '@carrara/ui/value';
import { Select } from '@mantine/core';
import styles from './period.module.css';
import type { ChosenDate } from './reportingDate.ts';

/** Chooses the quarter end whose figures a screen shows; nothing where there is none. */
export function ReportingDateSelect({ date }: { readonly date: ChosenDate }) {
  const { endDate, dates, choose } = date;
  if (endDate === undefined) return null;
  const newest = dates[0];
  return (
    <>
      <Select
        label="Reporting date"
        size="xs"
        w={150}
        allowDeselect={false}
        searchable={dates.length > 12}
        maxDropdownHeight={320}
        data={dates.map((one) => ({ value: one.endDate, label: formatDate(one.endDate) }))}
        value={endDate}
        onChange={(next) => next && choose(next)}
      />
      {newest && !newest.isWhole ? (
        <p className={styles.note}>
          {newest.endDate === endDate
            ? 'Figures of this quarter are not there for everything yet.'
            : `Figures of ${formatDate(newest.endDate)} are not there for everything yet.`}
        </p>
      ) : null}
    </>
  );
}
