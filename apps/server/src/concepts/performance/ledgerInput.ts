import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';

export { earliest } from '@carrara/domain/performance/ledger';

export const dayOrNull = (text: string | null | undefined): CalendarDate | null =>
  text == null ? null : calendarDate(text);
