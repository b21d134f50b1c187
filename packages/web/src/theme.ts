import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** Petrol: white on shade 7 and shade 7 on white have a contrast of more than 4.5 (WCAG AA). */
const petrol: MantineColorsTuple = [
  '#e6f7f8',
  '#d2ebed',
  '#a5d6da',
  '#75c0c6',
  '#4eaeb6',
  '#34a3ac',
  '#2191a0',
  '#0b6b75',
  '#0b5c63',
  '#004a50',
]

export const theme = createTheme({
  colors: { petrol },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  respectReducedMotion: true,
  components: {
    // The page has a banner already, so the header of a dialog must not be another one.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

/** Quiet text that is still readable: the color of the library does not meet AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-8)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-0)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-petrol-3)',
  },
})
