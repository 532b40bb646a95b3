/** A warning or problem as a reader sees it. */
interface Listed {
  readonly message: string;
  readonly acknowledgment: string | null;
  readonly location: unknown;
}

/**
 * Returns the warnings of a distribution as every reader sees them: each once, without those that are also items to fix. The editor, the page and the
 * dialogs count these, and the API returns them.
 *
 * Warnings with the same text about different cells, or with different acknowledgments, are different warnings.
 */
export function listedWarnings<W extends Listed>(
  warnings: readonly W[],
  problems: readonly Pick<Listed, 'message'>[],
): readonly W[] {
  const seen = new Set<string>();
  const toFix = new Set(problems.map(({ message }) => message));
  return warnings.filter(({ message, acknowledgment, location }) => {
    const key = JSON.stringify([message, acknowledgment, location]);
    if (seen.has(key) || (acknowledgment === null && toFix.has(message))) return false;
    seen.add(key);
    return true;
  });
}
