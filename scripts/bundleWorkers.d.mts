export function bundleWorkers(): Promise<{ readonly folder: string; readonly remove: () => void }>;
