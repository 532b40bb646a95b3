/** Returns SQL for a text. */
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns SQL for the text of a code, by the column with the code. */
export const codeText = (at: string, texts: Readonly<Record<string, string>>, otherwise?: string): string =>
  `CASE ${at} ${Object.entries(texts)
    .map(([code, text]) => `WHEN ${textLiteral(code)} THEN ${textLiteral(text)}`)
    .join(' ')}${otherwise === undefined ? '' : ` ELSE ${otherwise}`} END`;

/**
 * Returns SQL for a sentence that the domain or the contract writes, with values from SQL. A row, a sum over rows and
 * the screen then have the same sentence.
 */
export const sentence = <V extends readonly string[]>(write: (...values: V) => string, ...values: V): string =>
  `format(${[textLiteral(write(...(values.map(() => '%s') as readonly string[] as V))), ...values].join(', ')})`;

/** Returns SQL for a date as people read it. */
export const dayText = (at: string): string => `to_char(${at}, 'MM/DD/YYYY')`;
