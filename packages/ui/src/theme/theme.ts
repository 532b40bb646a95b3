import { type ButtonProps, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Ten shades of the accent color. Shade 7 is for the light theme, and shade 4 for the dark theme. */
const teal: MantineColorsTuple = [
  '#e3f3f1',
  '#c5e6e2',
  '#9fd7d0',
  '#74cbc2',
  '#4cc2b8',
  '#2aa89c',
  '#178a82',
  '#0f6f6a',
  '#0c5e5a',
  '#094845',
];

const red: MantineColorsTuple = [
  '#fdebe9',
  '#fad3cf',
  '#f6aca4',
  '#f2776b',
  '#ea5a4c',
  '#dc4336',
  '#c9301f',
  '#b42318',
  '#961c13',
  '#75150e',
];

/** The dark theme's grays, from text (0) to the page below everything (9), so that Mantine's choices match the tokens. */
const dark: MantineColorsTuple = [
  '#e6ebf0',
  '#c3ccd6',
  '#98a5b3',
  '#5f6d7a',
  '#2a3540',
  '#1f2a34',
  '#131b22',
  '#161e26',
  '#0f151b',
  '#0b1116',
];

/** The theme of Mantine's parts: small, dense, and colored by the tokens. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', Inter, 'Segoe UI', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: '#06201d',
  colors: { teal, red, dark },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.3' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.2' },
      h2: { fontSize: '15px', lineHeight: '1.3' },
      h3: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, { variant = 'filled', color = 'teal' }: ButtonProps) => ({
        root: {
          '--button-height': '32px',
          '--button-padding-x': '12px',
          '--button-fz': '13px',
          // The readable text color on the accent differs between the themes; Mantine's own choice ignores that.
          ...(variant === 'filled' ? { '--button-color': color === 'red' ? 'var(--on-bad)' : 'var(--on-accent)' } : {}),
        },
      }),
      styles: { label: { fontWeight: 500 } },
    },
    Input: { vars: () => ({ wrapper: { '--input-height': '32px', '--input-fz': '13px' } }) },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { fontWeight: 500, marginBottom: 3 } },
      vars: () => ({
        label: { '--input-label-size': '12px' },
        error: { '--input-error-size': '12px' },
        description: { '--input-description-size': '12px' },
      }),
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        radius: 'lg',
        transitionProps: { duration: 80 },
      },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 'lg', transitionProps: { duration: 80 } } },
    Modal: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        radius: 'lg',
        centered: true,
        transitionProps: { duration: 100 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 80 } } },
  },
});

/** Sets Mantine's own names for text, surfaces and borders to the tokens. */
export const mantineVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-teal-filled': 'var(--accent)',
    '--mantine-color-teal-filled-hover': 'var(--accent-hover)',
    '--mantine-color-red-filled': 'var(--bad)',
    '--mantine-color-red-filled-hover': 'var(--bad)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-shadow-md': 'var(--shadow-float)',
    '--mantine-shadow-xl': 'var(--shadow-float)',
  };
  return { variables: {}, light: shared, dark: shared };
};
