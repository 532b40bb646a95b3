/** The version of the layout below; a file of another one is refused. */
export const backupFormat = 1;

/** The names inside the archive. The header is its first entry, the manifest its last. */
export const headerName = 'carrara-backup.json';
export const manifestName = 'manifest.json';
export const keyName = 'audit.key';
export const headsFolder = 'audit-heads';
export const filesFolder = 'files';
export const tablesFolder = 'tables';

/** Rows travel in entries of at most so many bytes, so that neither side ever holds more of a table. */
export const rowsPerEntryBytes = 1_048_576;

export interface BackupTable {
  readonly name: string;
  /** What is copied, in this order; the database computes the rest of a row. */
  readonly columns: readonly string[];
}

/** What has to be known before the first row: for which schema the rows are. */
export interface BackupHeader {
  readonly format: number;
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly tables: readonly BackupTable[];
}

export interface AuditHead {
  readonly tenantId: string;
  readonly seq: number;
  readonly hash: string;
}

/** What a restored copy has to be equal to. */
export interface BackupManifest {
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
  /** Everything that is no table: the key, the kept heads, the stored files; the hash is over the path and hash of each. */
  readonly files: { readonly count: number; readonly bytes: number; readonly sha256: string };
  /** Stored files that the rows name and that were not on disk. */
  readonly missingFiles: readonly string[];
  /** Stored files whose bytes are not those that the rows tell the digest of; they are in the backup as they were found. */
  readonly changedFiles: readonly string[];
  readonly heads: readonly AuditHead[];
  /** Row security, policies, privileges and who functions run as, a line each. */
  readonly rules: readonly string[];
}

/** A backup that cannot be made, read or restored; the message is a sentence for whoever runs the command. */
export class BackupRefusal extends Error {}
