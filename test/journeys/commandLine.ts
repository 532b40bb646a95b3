import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../faults/product.ts';
import type { Person, Stage } from './harness.ts';

export interface Outcome {
  readonly code: number | null;
  readonly written: string;
}

const program = join(root, 'apps', 'cli', 'bin', 'carrara.js');

/** Runs the command line as that person, against the product of the journeys. */
export function command(stage: Stage, person: Person, args: readonly string[]): Promise<Outcome> {
  const env = {
    ...process.env,
    ...stage.environment,
    CARRARA_LOGIN: person.login,
    CARRARA_PASSWORD: person.password,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: root, env });
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

/** Imports the sample workbook of a firm, which most stories are based on. */
export async function importSample(stage: Stage, person: Person): Promise<void> {
  const { code, written } = await command(stage, person, ['import', 'carry-plan', 'samples/carry-plan.xlsx']);
  if (code !== 0) throw new Error(written);
}
