/** A day as people read it: `06/30/2026`. */
export const dayText = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** The days that a sentence names, as people read them. */
export const withDays = (sentence: string): string => sentence.replaceAll(/\d{4}-\d{2}-\d{2}/g, dayText);
