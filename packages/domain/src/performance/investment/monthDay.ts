/** Returns true if a text is a valid fiscal year end as MM-dd. 02-29 is invalid because not every year has it. */
export function isMonthDay(text: string): boolean {
  const match = /^(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(match[1]) - 1];
  const day = Number(match[2]);
  return days !== undefined && day >= 1 && day <= days;
}
