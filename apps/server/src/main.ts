import { fileURLToPath } from 'node:url';
import { asksForHelp, usage } from './configuration.ts';
import { supervise } from './supervise.ts';

// In the sources this file is main.ts, in the build main.js. The server process is the file next to it.
const program = fileURLToPath(new URL(`./serverProcess${import.meta.url.slice(-3)}`, import.meta.url));
const args = process.argv.slice(2);
if (asksForHelp(args)) {
  process.stdout.write(usage);
  process.exit(0);
}
process.exit(await supervise({ program, args }));
