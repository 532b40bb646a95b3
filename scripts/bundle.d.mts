export function bundleWorkers(outDir: string): Promise<void>;
