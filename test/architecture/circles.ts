import { dirname, join } from 'node:path';
import type { Source } from './sources.ts';

/** The imports of each file or folder. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the imports of each file, including types. */
export function fileGraph(sources: readonly Source[]): Graph {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      new Set(
        imports
          .filter((name) => name.startsWith('.'))
          .map((name) => join(dirname(path), name).split('\\').join('/'))
          .filter((target) => paths.has(target)),
      ),
    ]),
  );
}

/** Returns the imports of each folder. `folderOf` combines folders, for example those below a top-level folder. */
export function folderGraph(files: Graph, folderOf: (path: string) => string = dirname): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const own = folderOf(path);
    const others = folders.get(own) ?? new Set();
    for (const target of targets) if (folderOf(target) !== own) others.add(folderOf(target));
    folders.set(own, others);
  }
  return folders;
}

/** Returns one circle for each file or folder that imports itself indirectly, as 'a > b > a'. Each circle is reported once. */
export function findCircles(graph: Graph): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' > '));
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return circles;
}
