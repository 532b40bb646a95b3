/** Limits on the number of groups of a person and on the length of a group's name. */
const mostGroups = 1000;
const longestName = 200;

/** Returns the distinct groups that a claim names: a list of texts, or a single text. Other values yield none. */
export function namedGroups(claim: unknown): readonly string[] {
  const named = (Array.isArray(claim) ? claim : [claim]).flatMap((item) =>
    typeof item === 'string' ? [item.trim()] : [],
  );
  return [...new Set(named.filter((name) => name !== '' && name.length <= longestName))].slice(0, mostGroups);
}
