/** The first and the last day of a calendar quarter. */
export interface Quarter {
  readonly from: string;
  readonly to: string;
}

const spellings = [
  /^Q(?<quarter>[1-4])[ -]?(?<year>\d{4})$/i,
  /^(?<year>\d{4})[ -]?Q(?<quarter>[1-4])$/i,
  /^(?<year>\d{4})-(?<end>03-31|06-30|09-30|12-31)$/,
];
const starts = ['01-01', '04-01', '07-01', '10-01'];
const ends = ['03-31', '06-30', '09-30', '12-31'];

/** Reads `Q3 2026`, `2026-Q3` or the last day of the quarter; undefined for anything else. */
export function readQuarter(text: string): Quarter | undefined {
  const { year, quarter, end } = spellings.map((spelling) => spelling.exec(text.trim())?.groups).find(Boolean) ?? {};
  if (year === undefined) return undefined;
  const at = end === undefined ? Number(quarter) - 1 : ends.indexOf(end);
  return { from: `${year}-${starts[at]}`, to: `${year}-${ends[at]}` };
}
