export function ensureBuilt(): void;
export function hashOfSources(): string;
