/** Words that stay in capitals. */
const capitals = /\b(nav|irr|tvpi|dpi|rvpi|moic|pme)\b/gi;

/** Converts a name from code, as in a formula's inputs, to words: `loanRepayment` becomes 'Loan repayment', `nav` 'NAV'. The name of a record stays as it is. */
export function asText(name: string): string {
  if (/\s/.test(name)) return name.charAt(0).toUpperCase() + name.slice(1);
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(capitals, (word) => word.toUpperCase());
}
