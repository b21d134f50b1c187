import { t } from '@lingui/core/macro'
import { LANGUAGE } from '../language/language.ts'

const AMOUNT = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2 })

/** A number with at most two decimals. */
export const showNumber = (value: number): string => AMOUNT.format(value)

const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 0 })

/** A share in whole percent. */
export const showPercent = (share: number): string => PERCENT.format(share)

interface Named {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly userName?: string | null
}

/** First and last name, or the userName of a user without names. */
export const personName = ({ firstName, lastName, userName }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || userName || t`No one`
