import type { StorybookConfig } from '@storybook/react-vite';
import { contractModules } from '../apps/web/build/contractModules.ts';
import { helpModules } from '../apps/web/build/helpPages.ts';

const config: StorybookConfig = {
  stories: ['../packages/ui/src/**/*.stories.tsx', '../apps/web/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: '@storybook/react-vite',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen', check: false },
  async viteFinal(viteConfig) {
    const { mergeConfig } = await import('vite');
    return mergeConfig(viteConfig, {
      plugins: [contractModules(), helpModules()],
      // Only stories of the features import it. If Vite discovered it during a run, it would restart them.
      optimizeDeps: { include: ['react-router-dom'] },
      build: {
        chunkSizeWarningLimit: 3000,
        rolldownOptions: {
          // 'use client' at the start of a module means nothing to a bundler. One warning for each component would hide the real ones.
          onLog(level: 'warn' | 'info' | 'debug', log: { code?: string }, next: (level: never, log: never) => void) {
            if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level as never, log as never);
          },
        },
      },
    });
  },
};

export default config;
