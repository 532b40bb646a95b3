import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { dash } from '../value/formatDecimal.ts';
import { formatDate, parseDateText } from '../value/formatDate.ts';
import { longDay } from '@carrara/domain/kernel/displayFormat';
import { personalFormats } from '../value/personalFormats.ts';
import { type FieldInputProps, inputProps } from './fieldInput.ts';
import styles from './form.module.css';

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

/**
 * A date that is typed or pasted (in the person's format or as yyyy-mm-dd) or picked. The value is an ISO date, or the typed text if that is not a
 * date. During typing, the date is also written out, so that a day and a month can't be confused.
 */
export function DateInput(props: FieldInputProps) {
  const { field, value, onChange } = props;
  const [open, setOpen] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const iso = parseDateText(text);
  const [typed, setTyped] = useState<string>();
  // Clears the text when the form has cleared the value, even while the field has the focus.
  const displayed = text === '' ? '' : (typed ?? (iso ? formatDate(iso) : text));
  const input = inputProps(props);
  const calendar = (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          aria-label={`Choose ${field.title} from a calendar`}
          disabled={input.disabled}
          onClick={() => setOpen(!open)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={field.title}>
        <Suspense fallback={null}>
          <Calendar
            value={iso}
            onPick={(day) => {
              onChange(day);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      {...input}
      placeholder={personalFormats()
        .dateFormat.replace(/D+/, (days) => days.toLowerCase())
        .replace('YYYY', 'yyyy')}
      autoComplete="off"
      value={displayed === dash ? '' : displayed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseDateText(event.currentTarget.value) ?? (event.currentTarget.value || null));
      }}
      onBlur={() => {
        setTyped(undefined);
        props.onBlur();
      }}
      rightSection={calendar}
      inputContainer={(box) => (
        <div className={styles.dateBox}>
          {box}
          <span className={styles.understood} aria-live="polite">
            {typed !== undefined && iso ? longDay(iso) : null}
          </span>
        </div>
      )}
    />
  );
}
