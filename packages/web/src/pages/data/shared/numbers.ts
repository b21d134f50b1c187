import { showNumber } from '../../../components/format.ts'
import { LANGUAGE } from '../../../language/language.ts'

const ONE_DECIMAL = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 })
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `233 MB`. */
export const bytesText = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  const unit = { style: 'unit', unit: UNITS[power], unitDisplay: power === 0 ? 'long' : 'short' } as const
  return new Intl.NumberFormat(LANGUAGE, { ...unit, maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 }).format(value)
}

/** `0.4 s`, `2 min 5 s`. */
export const elapsedText = (ms: number): string => {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 60) return `${seconds < 10 ? ONE_DECIMAL.format(seconds) : Math.round(seconds)} s`
  return `${showNumber(Math.floor(seconds / 60))} min ${Math.floor(seconds % 60)} s`
}
