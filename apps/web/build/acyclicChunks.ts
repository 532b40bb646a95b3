import type { Plugin } from 'vite';

/**
 * Refuses a bundle whose files import each other in a circle: what one of them needs while it is evaluated is then not there yet, and the page that
 * loads it first, as the sign-in, stays blank. Merging small files (`entriesAwareMergeThreshold`) makes such circles, at any size.
 */
export function acyclicChunks(): Plugin {
  return {
    name: 'acyclic-chunks',
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
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
