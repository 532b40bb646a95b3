import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';

export interface CalendarProps {
  readonly value: string | null;
  readonly onPick: (iso: string) => void;
}

/** A month to pick a day from. Separate from its input, because few forms open it. */
export function Calendar({ value, onPick }: CalendarProps) {
  return (
    <DatePicker
      value={value}
      {...(value ? { defaultDate: value } : {})}
      firstDayOfWeek={0}
      size="xs"
      onChange={(day) => (day ? onPick(day) : undefined)}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
    />
  );
}
