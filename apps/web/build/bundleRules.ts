import type { Plugin } from 'vite';

const HEAVY = ['/node_modules/zod/', '/node_modules/decimal.js/', '/node_modules/highcharts/'];

/**
 * Fails the build if the start bundle contains the validator, the decimal arithmetic or the charts. A single import of a definition from among plain
 * tables would pull them in.
 * Also fails if files of the bundle import each other in a circle. A file would then need a value that is not evaluated yet, and the page that loads
 * it first, such as the sign-in, would stay blank. Merging small files (`entriesAwareMergeThreshold`) creates such circles at any size.
 */
export function bundleRules(): Plugin {
  return {
    name: 'bundle-rules',
    generateBundle(_options, bundle) {
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
      for (const [name, chunk] of Object.entries(bundle)) {
        visit(name, []);
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
        const start = [name, ...chunk.imports].flatMap((file) => {
          const part = bundle[file];
          return part?.type === 'chunk' ? part.moduleIds : [];
        });
        const heavy = start.find((id) => HEAVY.some((folder) => id.includes(folder)));
        if (heavy !== undefined) this.error(`the start of the page carries ${heavy}.`);
      }
    },
  };
}
