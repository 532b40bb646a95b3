import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Fonts and pictures are compressed already; maps are read by developers only. */
const isText = (file: string): boolean => /\.(?:js|css|html|svg)$/.test(file);
/** Below this a compressed file saves no packet. */
const leastBytes = 1_024;
/** One below the best takes a fifth of its time, for two percent more. */
const quality = 10;

/** Writes each text of the build a second and third time, as small as it gets, so that the server compresses nothing while it answers. */
export function compressed(): Plugin {
  let config: ResolvedConfig;
  const compress = async (file: string): Promise<void> => {
    const text = await readFile(file);
    if (text.length < leastBytes) return;
    const brotli = {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    };
    await Promise.all([
      toBrotli(text, brotli).then((bytes) => writeFile(`${file}.br`, bytes)),
      toGzip(text, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
    ]);
  };
  return {
    name: 'carrara-compressed',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    // Not when the bundle is closed: that is done for a build that failed, too, which left nothing to compress, and its own words are wanted.
    async writeBundle() {
      const folder = join(config.root, config.build.outDir);
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter(isText).map((file) => compress(join(folder, file))));
    },
  };
}
