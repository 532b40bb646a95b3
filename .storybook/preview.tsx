/// <reference types="vite/client" />
import type { Decorator, Preview } from '@storybook/react-vite';
import '@carrara/ui/styles.css';
import { clearToasts } from '@carrara/ui/feedback/toasts.ts';
import { dismissDialogs } from '@carrara/ui/feedback/openDialogs.ts';
import { Feedback } from '@carrara/ui/feedback/Feedback.tsx';
import { CarraraTheme } from '@carrara/ui/theme/CarraraTheme.tsx';
import { Fragment } from 'react';

const withTheme: Decorator = (Story, { globals, parameters }) => {
  // A story whose dialogs load data draws them itself, inside its own API responses.
  const Dialogs = parameters.drawsDialogs === true ? Fragment : Feedback;
  return (
    <CarraraTheme forceColorScheme={globals.theme === 'dark' ? 'dark' : 'light'}>
      <Dialogs>
        <div style={{ padding: parameters.frameless === true ? 0 : 20, minHeight: '100%' }}>
          <Story />
        </div>
      </Dialogs>
    </CarraraTheme>
  );
};

const preview: Preview = {
  decorators: [withTheme],
  beforeEach: () => {
    dismissDialogs();
    return clearToasts();
  },
  initialGlobals: { theme: 'light' },
  globalTypes: {
    theme: {
      description: 'Color scheme',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  parameters: {
    // The decorator adds the padding, so that each story has the page's own background.
    layout: 'fullscreen',
    a11y: { test: import.meta.env['ACCESSIBILITY'] === 'off' ? 'off' : 'error' },
    options: {
      storySort: {
        order: [
          'tokens',
          'value',
          'list',
          'profile',
          'form',
          'editor',
          'grid',
          'chart',
          'feedback',
          'layout',
          'features',
        ],
      },
    },
  },
};

export default preview;
