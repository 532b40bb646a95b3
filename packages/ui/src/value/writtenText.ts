/** Formats the dates and numbers in a text, such as 'End value: 9100000.00', as the firm writes them: `06/28/2026`, `9,100,000.00`. */
export const writtenText = (text: string): string =>
  text
    .replace(/\b(\d{4})-(\d{2})-(\d{2})\b/g, '$2/$3/$1')
    .replace(/(?<![\d.])\d{4,}(?=\.\d)|^-?\d{5,}$/g, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
