#!/usr/bin/env node
import('../dist/main.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('carrara is not built yet: run "npm run build" first (or "npm start", which builds).\n');
  process.exit(2);
});
