import { spawn } from 'node:child_process';
import { root } from '../faults/product.ts';
import type { Person, Stage } from './harness.ts';

export interface Outcome {
  readonly code: number | null;
  readonly written: string;
}

/** The command line as that person, against the product of the journeys. */
export function command(stage: Stage, person: Person, args: readonly string[]): Promise<Outcome> {
  const entry = ['--import', 'tsx', '--conditions=source', 'apps/cli/src/main.ts'];
  const env = {
    ...process.env,
    CARRARA_SERVER: stage.baseUrl,
    CARRARA_LOGIN: person.login,
    CARRARA_PASSWORD: person.password,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...entry, ...args], { cwd: root, env });
    let written = '';
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      written += chunk.toString();
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, written }));
  });
}
