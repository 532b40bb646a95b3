import { ensureBuilt } from './ensureBuilt.mjs';

// node scripts/buildParts.mjs [--quiet] [server|cli|web]: builds these parts if their sources have changed. `npm start` runs it in the background.
const args = process.argv.slice(2);
ensureBuilt(
  args.filter((arg) => arg !== '--quiet'),
  { isQuiet: args.includes('--quiet') },
);
