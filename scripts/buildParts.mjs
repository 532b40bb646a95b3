import { ensureBuilt } from './ensureBuilt.mjs';

// node scripts/buildParts.mjs [server|cli|web]: builds these parts if their sources have changed. `npm start` runs it in the background.
ensureBuilt(process.argv.slice(2));
