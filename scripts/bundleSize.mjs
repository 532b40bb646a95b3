// Prints the compressed size of the code that a browser loads before the first page: the entry of the web app and all its static imports.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../apps/web/dist-web/', import.meta.url));
const goal = 220;

if (!existsSync(`${folder}.vite/manifest.json`)) {
  console.error('There is no build yet: run npm run build first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(`${folder}.vite/manifest.json`, 'utf8'));
const entry = Object.keys(manifest).find((name) => manifest[name].isEntry);

const eager = new Set();
const collect = (name) => {
  if (eager.has(name)) return;
  eager.add(name);
  for (const imported of manifest[name].imports ?? []) collect(imported);
};
collect(entry);

const kilobytes = (file) => gzipSync(readFileSync(`${folder}${file}`), { level: 9 }).length / 1024;
const scripts = [...eager].map((name) => manifest[name].file);
const styles = [...new Set([...eager].flatMap((name) => manifest[name].css ?? []))];
const total = (files) => files.reduce((sum, file) => sum + kilobytes(file), 0);

if (process.argv.includes('--files')) {
  for (const file of scripts) console.log(`${kilobytes(file).toFixed(1).padStart(8)} KB  ${file}`);
}
const javascript = total(scripts);
console.log(
  `eager JavaScript ${javascript.toFixed(1)} KB gzip in ${scripts.length} files (goal ${goal}); styles ${total(styles).toFixed(1)} KB`,
);
if (process.argv.includes('--check') && javascript > goal) process.exit(1);
