/** As many groups of one person as are read, and as long as the name of one may be. */
const mostGroups = 1000;
const longestName = 200;

/** The groups that a claim names, each once: a list of texts, or one text. What is neither names none. */
export function namedGroups(claim: unknown): readonly string[] {
  const named = (Array.isArray(claim) ? claim : [claim]).flatMap((one) =>
    typeof one === 'string' ? [one.trim()] : [],
  );
  return [...new Set(named.filter((name) => name !== '' && name.length <= longestName))].slice(0, mostGroups);
}
