/** A name of the code as words: `submitDistribution` is 'Submit distribution', `taxProfileRates.0.taxRate` 'Tax profile rates 1 tax rate'. */
export function wordsOf(name: string): string {
  const words = name
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll(/([a-z])([A-Z])/g, '$1 $2')))
    .join(' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
