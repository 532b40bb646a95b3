/**
 * The reason with its cell: the row's name and the title of the column. A reason that names the row itself is used alone, and the column isn't
 * repeated before a reason that begins with it. Brackets at the end of a name distinguish rows with the same name. Reasons word them differently, so
 * they aren't compared.
 */
export const problemText = (row: string, column: string, reason: string): string =>
  row !== '' && reason.includes(row.replace(/ \([^()]*\)$/, ''))
    ? reason
    : `${reason.startsWith(`${column} `) ? row : `${row}, ${column}`}: ${reason}`;
