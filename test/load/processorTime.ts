import { readdirSync, readFileSync } from 'node:fs';

/** Returns a process and its descendants. */
export function processFamily(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children.flatMap(processFamily)];
  } catch {
    return [pid];
  }
}

/** Returns the processor time of processes in milliseconds so far; undefined on systems without /proc. */
export function processorTime(pids: readonly number[]): number | undefined {
  try {
    return pids.reduce((sum, pid) => sum + usedBy(pid), 0);
  } catch {
    return undefined;
  }
}

/** Returns the time of all threads, in clock ticks of 10 ms: fields 14 and 15, counted after the name, which can contain spaces. */
function usedBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the PostgreSQL processes that serve a database. */
export function listBackends(database: string): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandOf(pid).startsWith('postgres: ') && commandOf(pid).includes(` ${database} `))
      .map(Number);
  } catch {
    return [];
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
