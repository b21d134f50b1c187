import { t } from '@lingui/core/macro'

/** The colors that a screen may have whatever its device prefers. */
export const COLOR_NAMES: Readonly<Record<'light' | 'dark', string>> = {
  light: t({ message: 'Light', context: 'colors' }),
  dark: t({ message: 'Dark', context: 'colors' }),
}
