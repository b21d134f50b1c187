import { t } from '@lingui/core/macro'
import type { KpiDefinition } from '@rollcall/contract'
import { LANGUAGE } from '../../../language/language.ts'
import { addDays, dayRange, fullDay, shortRange } from '../../../time/days.ts'

export { showPercent } from '../../../components/format.ts'
export {
  fullDay as showDay,
  nameOfWeekday as showWeekday,
  shortDay as showWeekdayAndDay,
  shortNameOfWeekday as shortWeekdayName,
} from '../../../time/days.ts'
export { momentText as showInstant } from '../../../time/zoned-time.ts'

const AMOUNT = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const WHOLE = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 })
const SHARE = new Intl.NumberFormat(LANGUAGE, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

const LIST = new Intl.ListFormat(LANGUAGE)

export const showAmount = (value: number): string => AMOUNT.format(value)
export const showWhole = (value: number): string => WHOLE.format(value)
export const showShare = (value: number): string => SHARE.format(value)

/** `Berlin, Munich, and Paris`. */
export const showList = (names: readonly string[]): string => LIST.format(names)
/** `Mon 2 Nov 2026 to Fri 27 Nov 2026`, or one day. */
export const showDays = (from: string, to: string): string => {
  if (from === to) return fullDay(from)
  const [first, last] = [fullDay(from), fullDay(to)]
  return t({ message: `${first} to ${last}`, comment: 'Two days' })
}

/** The week that ends on a Sunday, such as 16–22 Nov 2026. */
export const showWeek = (sunday: string): string => dayRange(addDays(sunday, -6), sunday)

/** The same where the year is obvious. */
export const showShortWeek = (sunday: string): string => shortRange(addDays(sunday, -6), sunday)

const ANSWERS: Readonly<Record<NonNullable<KpiDefinition['answers']>, string>> = {
  'who came': t`who came`,
  'who was expected': t`who was expected`,
  both: t`who came against who was expected`,
}

/** The name of a KPI's column, which says whether it answers who came or who was expected. */
export const showHeading = ({ name, answers }: KpiDefinition): string =>
  answers === undefined ? name : `${name} (${ANSWERS[answers]})`

/** A figure in its unit; a dash if there is none. */
export const showFigure = (value: number | null, unit: KpiDefinition['unit']): string => {
  if (value === null) return '–'
  if (unit === 'share') return showShare(value)
  return Number.isInteger(value) ? showWhole(value) : showAmount(value)
}
