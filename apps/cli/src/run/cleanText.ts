/** Characters that a terminal would execute instead of print: control and format characters, including line ends. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
/** These join letters and emoji, and are harmless. */
const JOINERS = '\u200c\u200d';

/** A text on one line that can't move the cursor, change colors or reorder letters, whatever the name of a record is. */
export const cleanText = (text: string): string =>
  text
    .replace(/\s*[\r\n\t\u2028\u2029]+\s*/g, ' ')
    .replace(CONTROL, (letter) => (JOINERS.includes(letter) ? letter : '\ufffd'));

/** The same for a text of several lines. */
export const cleanLines = (text: string): string => text.split('\n').map(cleanText).join('\n');
