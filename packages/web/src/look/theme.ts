import { msg } from '@lingui/core/macro'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import { laterWords } from '../language/later-words.ts'
import {
  COLORS,
  DENSITY,
  type Density,
  ELEVATION,
  FONT_FAMILY,
  HEADINGS,
  MOTION,
  PALETTE,
  PLAN_INVERSION,
  RADIUS,
  type Scheme,
  TYPE,
} from './tokens.ts'

const tuple = (steps: readonly string[]): MantineColorsTuple => steps as unknown as MantineColorsTuple

/** Controls that have a size of their own, such as the compact button of a row, keep it. */
const SIZED = [
  ...['Autocomplete', 'Button', 'Checkbox', 'FileInput', 'MultiSelect', 'NativeSelect', 'NumberInput', 'PasswordInput', 'Radio'],
  ...['SegmentedControl', 'Select', 'Switch', 'TagsInput', 'TextInput', 'Textarea'],
]

/** The theme of the components, made of the tokens. */
const themeOf = (density: Density): MantineThemeOverride => {
  const { spacing, row, control } = DENSITY[density]
  return createTheme({
    colors: { petrol: tuple(PALETTE.petrol), gray: tuple(PALETTE.gray), dark: tuple(PALETTE.dark) },
    primaryColor: 'petrol',
    primaryShade: { light: 7, dark: 7 },
    autoContrast: true,
    black: COLORS.light.text,
    white: COLORS.light.page,
    defaultRadius: 'md',
    radius: RADIUS,
    shadows: ELEVATION,
    spacing,
    cursorType: 'pointer',
    fontFamily: FONT_FAMILY,
    fontSizes: TYPE.size,
    lineHeights: TYPE.lineHeight,
    headings: { fontFamily: FONT_FAMILY, fontWeight: HEADINGS.weight, sizes: HEADINGS },
    respectReducedMotion: true,
    components: {
      ...Object.fromEntries(SIZED.map((name) => [name, { defaultProps: { size: control } }])),
      Table: { defaultProps: { verticalSpacing: row } },
      // The page has a banner already, so the header of a dialog must not be another one.
      ModalHeader: { defaultProps: { component: 'div' } },
      DrawerHeader: { defaultProps: { component: 'div' } },
      Notification: { defaultProps: { closeButtonProps: laterWords({ 'aria-label': msg`Close` }) } },
    },
  })
}

export const THEMES: Readonly<Record<Density, MantineThemeOverride>> = {
  comfortable: themeOf('comfortable'),
  compact: themeOf('compact'),
}

/** The library's own names of the colors, and ours for what it has no name for. */
const variablesOf = (scheme: Scheme): Record<string, string> => {
  const colors = COLORS[scheme]
  return {
    '--mantine-color-body': colors.page,
    '--mantine-color-text': colors.text,
    '--mantine-color-dimmed': colors.quiet,
    '--mantine-color-placeholder': scheme === 'light' ? PALETTE.gray[7] : PALETTE.dark[2],
    '--mantine-color-error': colors.danger,
    '--mantine-color-anchor': colors.accent,
    '--mantine-color-default-border': colors.line,
    '--mantine-color-default-hover': colors.hover,
    '--look-frame': colors.frame,
    '--look-chosen': colors.chosen[0],
    '--look-chosen-text': colors.chosen[1],
    '--look-plan-filter': scheme === 'light' ? 'none' : `invert(${PLAN_INVERSION}) hue-rotate(180deg)`,
    '--look-success': colors.success,
    '--look-warning': colors.warning,
    '--look-danger': colors.danger,
  }
}

/** Notices in the dark are a tint of the page, as they are in the light; the library's own are as strong as a button. */
const TINTED = ['red', 'orange', 'yellow', 'green']
const darkTints = Object.fromEntries(
  TINTED.map((name) => [
    `--mantine-color-${name}-light`,
    `color-mix(in srgb, var(--mantine-color-${name}-9) 30%, ${COLORS.dark.page})`,
  ]),
)

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--look-motion-fast': `${MOTION.fast}ms ${MOTION.easing}`,
    '--look-motion': `${MOTION.base}ms ${MOTION.easing}`,
    '--look-tracking': HEADINGS.tracking,
  },
  light: variablesOf('light'),
  dark: { ...variablesOf('dark'), ...darkTints },
})
