/** Characters that a terminal would obey instead of printing: control and format characters, line ends among them. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** Joins letters and emoji, and harms nothing. */
const JOINERS = '\u200c\u200d';

/** A text on one line that cannot move the cursor, change colors or the order of letters, whatever a record is called. */
export const cleanText = (text: string): string =>
  text
    .replace(/\s*[\r\n\t\u2028\u2029]+\s*/g, ' ')
    .replace(CONTROL, (letter) => (JOINERS.includes(letter) ? letter : '\ufffd'));

/** The same for a text of several lines. */
export const cleanLines = (text: string): string => text.split('\n').map(cleanText).join('\n');
