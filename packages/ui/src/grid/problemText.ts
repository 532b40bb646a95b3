/**
 * The reason with its cell: the row's name and the title of the column. A reason that names the row itself stands alone, and the column isn't
 * repeated before a reason that begins with it. What follows the name in brackets tells rows of one name apart, and reasons word it differently.
 */
export const problemText = (row: string, column: string, reason: string): string =>
  row !== '' && reason.includes(row.replace(/ \([^()]*\)$/, ''))
    ? reason
    : `${reason.startsWith(`${column} `) ? row : `${row}, ${column}`}: ${reason}`;
