import { readFileSync } from 'node:fs';

/** Ticks per second in `/proc/self/stat`: the value of sysconf(_SC_CLK_TCK) on every Linux that Node.js supports. */
const ticksPerSecond = 100;

/**
 * Returns the processor time in seconds of this process and of all its ended descendants that were waited for, including PostgreSQL. The processes of
 * a browser are not included, because nobody waits for them when it closes. Undefined on systems other than Linux.
 */
export function processorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The second field is the name of the program in parentheses, which can contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).map(Number);
    return ticks.reduce((sum, part) => sum + part, 0) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
