/**
 * The option that typed letters mean: the first that begins with them; the same letter again and again goes through those that begin
 * with it, as in the browser's own lists. Undefined where none does.
 */
export function choiceByTyping(options: readonly string[], typed: string, current: string): string | undefined {
  const wanted = typed.toLowerCase();
  if (wanted === '') return undefined;
  const beginning = (text: string) => options.filter((option) => option.toLowerCase().startsWith(text));
  const first = beginning(wanted)[0];
  const letter = wanted.slice(0, 1);
  if (first !== undefined || wanted !== letter.repeat(wanted.length)) return first;
  const round = beginning(letter);
  return round[(round.indexOf(current) + 1) % round.length];
}
