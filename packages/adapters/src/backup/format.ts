/** Version of the archive layout. Files of any other version are refused. */
export const backupFormat = 1;

/** Names inside the archive. The header is the first entry and the manifest the last. */
export const headerName = 'carrara-backup.json';
export const manifestName = 'manifest.json';
export const keyName = 'audit.key';
export const headsFolder = 'audit-heads';
export const filesFolder = 'files';
export const tablesFolder = 'tables';

/** Maximum size of an entry of rows. It limits how much of a table either side keeps in memory. */
export const rowsPerEntryBytes = 1_048_576;

export interface BackupTable {
  readonly name: string;
  /** Columns to copy, in this order. The database computes the others. */
  readonly columns: readonly string[];
}

/** Header of a backup. It is read before the first row because it says which schema the rows belong to. */
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

/** Totals and hashes that a restored copy must match. */
export interface BackupManifest {
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
  /**
   * Everything other than rows: the audit key, the saved heads and the stored files. The hash covers each file's path
   * and digest.
   */
  readonly files: { readonly count: number; readonly bytes: number; readonly sha256: string };
  /** Stored files that rows name but that were missing from the file store. */
  readonly missingFiles: readonly string[];
  /** Stored files whose bytes don't match the digest in their row. They are backed up as they were found. */
  readonly changedFiles: readonly string[];
  readonly heads: readonly AuditHead[];
  /** Row-level security, policies, privileges of the product's roles and the roles that functions run as, one per line. */
  readonly rules: readonly string[];
  /** The kinds of rules compared by the version that created the backup. */
  readonly ruleKinds: readonly string[];
  /** Differences from the product's schema that a restore refuses, each as a phrase. Earlier backups don't name them. */
  readonly obstacles?: readonly string[] | undefined;
}

/**
 * Thrown if a backup can't be created, read or restored. The message is a sentence for the person who runs the command.
 */
export class BackupRefusal extends Error {}
