export const chromiumMissing: string;
export const chromiumArguments: readonly string[];
export function findChromium(): Promise<string | undefined>;
export function requireChromium(): Promise<string>;
export function ensureChromium(): Promise<string>;
