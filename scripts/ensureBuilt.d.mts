export function ensureBuilt(
  parts?: readonly ('server' | 'cli' | 'web')[],
  options?: { readonly isQuiet?: boolean },
): boolean;
export function hashOfSources(): string;
