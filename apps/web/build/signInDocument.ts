import type { Plugin } from 'vite';

/**
 * Writes the page a second time as `signIn.html`, which displays the sign-in form before any script. The server sends it to browsers without a session.
 */
export function signInDocument(): Plugin {
  return {
    name: 'carrara-sign-in-document',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('the build has no index.html');
      const source = String(page.source).replace('<html lang="en">', '<html lang="en" data-signed-out>');
      this.emitFile({ type: 'asset', fileName: 'signIn.html', source });
    },
  };
}
