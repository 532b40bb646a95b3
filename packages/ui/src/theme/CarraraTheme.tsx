import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { mantineVariables, theme } from './theme.ts';

const rememberedScheme = localStorageColorSchemeManager({ key: 'carrara.theme' });

export interface CarraraThemeProps {
  readonly children: ReactNode;
  /** Stories and tests fix the theme; the product remembers the person's choice on the device. */
  readonly forceColorScheme?: 'light' | 'dark';
}

/** Wraps the whole application once. Import `@carrara/ui/styles.css` next to it. */
export function CarraraTheme({ children, forceColorScheme }: CarraraThemeProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={mantineVariables}
      colorSchemeManager={rememberedScheme}
      defaultColorScheme="auto"
      {...(forceColorScheme ? { forceColorScheme } : {})}
    >
      {children}
    </MantineProvider>
  );
}
