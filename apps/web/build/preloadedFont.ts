import type { Plugin } from 'vite';

/** The font file with the Latin letters, which nearly every text of the product needs. */
const latin = /inter-latin-wght-normal-.*\.woff2$/;

/**
 * Preloads the font with the page. Without this, the browser finds it only through the styles, after the first text is drawn, and that text would
 * jump.
 */
export function preloadedFont(): Plugin {
  return {
    name: 'carrara-preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((file) => latin.test(file));
        if (font === undefined) throw new Error('the build has no Latin letters');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
