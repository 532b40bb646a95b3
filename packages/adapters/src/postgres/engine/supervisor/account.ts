import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';

/**
 * The account that PostgreSQL runs under: our own; when we are root, as whom PostgreSQL refuses to run, `carrara` where the machine has such an
 * account, else `nobody`.
 */
export interface Account {
  /** For `spawn`; empty when it is our own account. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Hands a path and all below it over to the account. */
  own(path: string): void;
  /** Whether the account can enter a folder, parents and access lists included. */
  canEnter(folder: string): boolean;
}

const same: Account = { ids: {}, own: () => undefined, canEnter: () => true };

function unprivileged(): Account {
  // PostgreSQL looks its user up by number, so only an account with a passwd entry will do.
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['carrara:', 'nobody:'].map((name) => entries.find((entry) => entry.startsWith(name))).find(Boolean);
  const [, , uidText, gidText] = line?.split(':') ?? [];
  if (!uidText || !gidText)
    throw new Error(
      'PostgreSQL does not run as root and the users "carrara" and "nobody" don’t exist. Start as another user.',
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

/** Who PostgreSQL is to run as on this machine. Fails: throws when started as root and there is neither user. */
export function clusterAccount(): Account {
  return process.getuid?.() === 0 ? unprivileged() : same;
}
