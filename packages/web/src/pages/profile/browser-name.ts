import { t } from '@lingui/core/macro'

/** The first one that matches counts: most browsers also name those that they want to be taken for. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (list: typeof BROWSERS, text: string): string | undefined => list.find(([pattern]) => pattern.test(text))?.[1]

/** `Firefox on Windows`, or the beginning of what an unknown program calls itself. */
export const browserName = (userAgent: string | null): string => {
  if (!userAgent) return t`Unknown browser`
  const [browser, system] = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)]
  if (!browser) return userAgent.slice(0, 40)
  return system ? t`${browser} on ${system}` : browser
}
