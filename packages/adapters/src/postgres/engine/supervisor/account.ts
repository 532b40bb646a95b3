import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';

/**
 * Account that PostgreSQL runs under: the current user. PostgreSQL refuses to run as root, so for root it is `carrara`
 * if that user exists, otherwise `nobody`.
 */
export interface Account {
  /** User and group for `spawn`. Empty for the current user. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Gives a path and everything below it to the account. */
  own(path: string): void;
  /** True if the account can enter a folder, considering parents and access lists. */
  canEnter(folder: string): boolean;
}

const same: Account = { ids: {}, own: () => undefined, canEnter: () => true };

function unprivileged(): Account {
  // PostgreSQL looks up its user by number, so the account needs a passwd entry.
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['carrara:', 'nobody:'].map((name) => entries.find((entry) => entry.startsWith(name))).find(Boolean);
  const [, , uidText, gidText] = line?.split(':') ?? [];
  if (!uidText || !gidText)
    throw new Error(
      'PostgreSQL can’t run as root, and the users "carrara" and "nobody" don’t exist. Start as another user.',
    );
  const ids = { uid: Number(uidText), gid: Number(gidText) };
  return {
    ids,
    own(path) {
      chownSync(path, ids.uid, ids.gid);
      spawnSync('chown', ['-R', '-h', `${ids.uid}:${ids.gid}`, path]);
    },
    canEnter: (folder) =>
      spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...ids, cwd: '/', env: {} }).status === 0,
  };
}

/**
 * Returns the account to run PostgreSQL under on this machine. Fails: throws if started as root and neither user
 * exists.
 */
export function clusterAccount(): Account {
  return process.getuid?.() === 0 ? unprivileged() : same;
}
