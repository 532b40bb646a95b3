/**
 * Returns the first option that starts with the typed letters. The same letter typed repeatedly cycles through the options that start with it, as in
 * the browser's own lists. Undefined if there is none.
 */
export function choiceByTyping(options: readonly string[], typed: string, current: string): string | undefined {
  const searchText = typed.toLowerCase();
  if (searchText === '') return undefined;
  const beginning = (text: string) => options.filter((option) => option.toLowerCase().startsWith(text));
  const first = beginning(searchText)[0];
  const letter = searchText.slice(0, 1);
  if (first !== undefined || searchText !== letter.repeat(searchText.length)) return first;
  const round = beginning(letter);
  return round[(round.indexOf(current) + 1) % round.length];
}
