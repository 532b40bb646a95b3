import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Parts that load on use: the validator, the decimal arithmetic, the charts, the grid, the live channel and the help. */
const heavy = [
  '/node_modules/zod/',
  '/node_modules/decimal.js/',
  '/node_modules/highcharts/',
  '/node_modules/@glideapps/',
  '/adapters/src/signalr/',
  'virtual:help/',
];
/**
 * Pages that are drawn without any of them, and the most compressed kilobytes of code that each may load with the frame. Raise a limit only for
 * something that the page draws first. The first page is part of each visit.
 */
const lightPages = [
  ['/src/main.tsx', 199],
  ['/src/session/signIn/SignInPage.tsx', 208],
  ['/src/frame/Shell.tsx', 237],
  ['/features/carry/portal/PortalHome.tsx', 256],
  ['/features/portfolio/fund/FundList.tsx', 273],
] as const;

/**
 * Fails the build if a page waits for a heavy library or exceeds its size. A single import of a definition from among plain tables would pull it in.
 * Also fails if files of the bundle import each other in a circle. A file would then need a value that isn't evaluated yet. The page that loads it
 * first, such as the sign-in, would stay blank. Merging small files (`entriesAwareMergeThreshold`) creates such circles at any size.
 */
export function bundleRules(): Plugin {
  return {
    name: 'bundle-rules',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const importsOf = (name: string): readonly string[] => {
        const chunk = bundle[name];
        return chunk?.type === 'chunk' ? chunk.imports : [];
      };
      const done = new Set<string>();
      const visit = (name: string, above: readonly string[]): void => {
        if (above.includes(name)) {
          const circle = [...above.slice(above.indexOf(name)), name].join(' -> ');
          this.error(`files of the bundle import each other: ${circle}.`);
        }
        if (done.has(name)) return;
        for (const next of importsOf(name)) visit(next, [...above, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) visit(name, []);
      /** Collects a file and all files that load with it. */
      const collect = (name: string, files: Set<string>): ReadonlySet<string> => {
        if (files.has(name)) return files;
        files.add(name);
        for (const next of importsOf(name)) collect(next, files);
        return files;
      };
      const weigh = (files: ReadonlySet<string>): number =>
        chunks.reduce(
          (total, { fileName, code }) => total + (files.has(fileName) ? gzipSync(code).length / 1024 : 0),
          0,
        );
      for (const [page, mostKilobytes] of lightPages) {
        const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(page)));
        if (!own) return this.error(`no file of the bundle contains ${page}.`);
        const files = collect(own.fileName, new Set());
        const modules = chunks.flatMap(({ fileName, moduleIds }) => (files.has(fileName) ? moduleIds : []));
        const found = modules.find((id) => heavy.some((folder) => id.includes(folder)));
        if (found !== undefined) this.error(`${page} waits for ${found}.`);
        const kilobytes = weigh(files);
        if (kilobytes > mostKilobytes)
          this.error(`${page} loads ${kilobytes.toFixed(1)} KB of code, more than ${String(mostKilobytes)} KB.`);
      }
    },
  };
}
