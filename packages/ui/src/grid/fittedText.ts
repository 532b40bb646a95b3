/** Returns the text, cut with an ellipsis if it is wider than the room. */
export function fittedText(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const letters = Array.from(text);
  while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
