/**
 * Characters with which a spreadsheet starts a formula. If it splits a text at `;`, tabs or lines, that also applies to later parts of the
 * text.
 */
const formulaLike = /(?<=^|[;\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/g;

/** Returns a text that a spreadsheet doesn't run as a formula: an apostrophe precedes each part that looks like one. */
export const withoutFormula = (text: string): string => text.replace(formulaLike, "'");
