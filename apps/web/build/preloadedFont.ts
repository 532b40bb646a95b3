import type { Plugin } from 'vite';

/** The letters that nearly every word of the product is made of. */
const latin = /inter-latin-wght-normal-.*\.woff2$/;

/** Asks for the font with the page itself: found by the styles only, it would come after the first words, and these would move. */
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
