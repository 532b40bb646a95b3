import { readFileSync } from 'node:fs';

/** The ticks of `/proc/self/stat` in a second: what sysconf(_SC_CLK_TCK) answers on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/**
 * Processor time in seconds of this process and of all its descendants that have ended and were waited for, PostgreSQL included. A
 * browser's own processes are left out: nobody waits for them when it is closed. Undefined on systems other than Linux.
 */
export function processorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The second field is the name of the program, in parentheses, and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).map(Number);
    return ticks.reduce((sum, part) => sum + part, 0) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
