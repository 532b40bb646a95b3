export function ensureBuilt(parts?: readonly ('server' | 'cli' | 'web')[]): void;
export function hashOfSources(): string;
