import { type CalendarDate, calendarDate } from '@carrara/domain/kernel';

export const dayOrNull = (text: string | null | undefined): CalendarDate | null =>
  text == null ? null : calendarDate(text);
