import { type ReadBackup, readBackup } from './readBackup.ts';

/** Reads a whole backup and checks it against its manifest, without a database. Fails: as readBackup does. */
export async function verifyBackup(file: string, passphrase: string): Promise<ReadBackup> {
  return readBackup(file, passphrase, {
    begin: async () => undefined,
    store: async (_name, content) => {
      for await (const _ of content);
    },
    rows: async () => undefined,
  });
}
