// Computes the demo of samples/demo and stores it in samples/demo/prepared, from where a first start restores it: `npm
// run prepare:demo`. The same sources give the same rows and files. With another folder as argument, it stores the files
// there, less compressed.
import { readTenantRows } from '@carrara/adapters/backup/tenantRows';
import { asOwner } from '@carrara/adapters/postgres/engine/database/openDatabase';
import { keyPattern } from '@carrara/adapters/files/fileStore';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import { openStorage } from '@carrara/adapters/storage/openStorage';
import { readConfiguration } from '@carrara/server/core/configuration';
import {
  joinFiles,
  passwordMark,
  type Preparation,
  preparedFolder,
  sourcesOfDemo,
  textOf,
  withoutPasswords,
} from '@carrara/server/demo/preparedDemo';
import { seedDemo } from '@carrara/server/demo/seedDemo';
import { createLogger } from '@carrara/server/process/logger';
import { openServices } from '@carrara/server/process/openServices';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { stopAndRemove, dataFolder, root } from '../faults/product.ts';

const folder = process.argv[2] ?? preparedFolder;
const quality = process.argv[2] === undefined ? constants.BROTLI_MAX_QUALITY : constants.BROTLI_MIN_QUALITY + 1;
const sources = sourcesOfDemo();

// Ids and keys of files are the same each time: their clock stands still, and their random bytes count.
const since = Date.parse('2016-01-04T09:00:00Z');
Date.now = () => since;
const drawRandom = crypto.getRandomValues.bind(crypto);
let drawn = 0;
crypto.getRandomValues = (array) => {
  const bytes = array as unknown as Uint8Array;
  // Ids take 16 bytes. Everything else, such as a sign-in to the database, draws a different number of bytes.
  if (bytes.byteLength % 16 > 0) return drawRandom(array);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at < bytes.byteLength; at += 16) view.setUint32(at, drawn++);
  return array;
};
crypto.randomUUID = () => `00000000-0000-4000-8000-${(drawn++).toString(16).padStart(12, '0')}`;
/** Does the same for ids and times that this database creates. */
const fixed = `
  CREATE SEQUENCE drawn;
  GRANT USAGE ON SEQUENCE drawn TO carrara_app, carrara_worker;
  CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS
    $$ SELECT ('01520bdd-5280-7000-9000-' || lpad(to_hex(nextval('drawn')), 12, '0'))::uuid $$;
  DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT a.attrelid::regclass AS name, a.attname FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      WHERE pg_get_expr(d.adbin, d.adrelid) = 'now()' AND a.attrelid::regclass::text NOT IN ('schema_migration')
    LOOP EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT current_setting(''app.now'')::timestamptz', found.name, found.attname); END LOOP;
  END $$`;

const dataDir = dataFolder();
const storage = await openStorage({ checkout: root, dataDir });
const { database, auditKey, files } = storage;
await asOwner(database.adminUrl, (owner) => owner.query(fixed));
const configuration = readConfiguration({ environment: { LOG_LEVEL: 'silent' }, args: [] })._unsafeUnwrap();
const logger = createLogger('silent');
const services = await openServices({ configuration, storage, logger, now: () => new Date(since) });
try {
  const { operations, tasks } = services.composition;
  const withTenant = unitOfWork({ pool: database.app, auditKey, isSeeding: true });
  await seedDemo({ database, withTenant, operations, tasks }, passwordMark);
  const text = textOf(withoutPasswords(await readTenantRows(database.adminUrl)));
  const contents = new Map<string, Buffer>();
  for (const key of new Set(text.match(new RegExp(keyPattern, 'g')))) {
    const content = await files.get(key);
    if (content) contents.set(key, content);
  }
  mkdirSync(folder, { recursive: true });
  const content = { rows: store('rows', Buffer.from(text)), files: store('files', joinFiles(contents)) };
  const preparation: Preparation = { sources, content };
  writeFileSync(join(folder, 'prepared.json'), `${JSON.stringify(preparation, null, 2)}\n`);
} finally {
  await services.publisher.stop();
  await services.closeThreads();
  await storage.close();
  await stopAndRemove(dataDir);
}

/** Compresses content into a file, unless the file has it already, and returns its hash. */
function store(name: string, content: Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex');
  const path = join(folder, `${name}.br`);
  if (existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(content)) return hash;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  };
  const compressed = brotliCompressSync(content, { params });
  writeFileSync(path, compressed);
  process.stdout.write(`${name}.br: ${String(compressed.byteLength)} bytes of ${String(content.byteLength)}\n`);
  return hash;
}
