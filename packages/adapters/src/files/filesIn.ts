import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Yields the files of a zip one by one, under safe names. */
export async function* filesIn(zip: Uint8Array): AsyncGenerator<{ readonly fileName: string; readonly bytes: Buffer }> {
  const archive = await fromBufferPromise(Buffer.from(zip));
  for await (const entry of archive.eachEntry()) {
    const bytes = await buffer(await archive.openReadStreamPromise(entry));
    yield { fileName: entry.fileName.replace(/[/\\]/g, ' '), bytes };
  }
}
