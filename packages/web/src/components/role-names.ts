import { msg } from '@lingui/core/macro'
import type { UserRole } from '@rollcall/contract'
import { LANGUAGE } from '../language/language.ts'
import { laterWords } from '../language/later-words.ts'

/** The roles of users. */
export const ROLE_NAMES: Readonly<Record<UserRole, string>> = laterWords({
  employee: msg`Employee`,
  'analytics-administrator': msg`Analytics administrator`,
  'bookings-administrator': msg`Bookings administrator`,
  'workplace-administrator': msg`Workplace administrator`,
  'global-administrator': msg`Global administrator`,
})

/** The people who have a role, within a sentence. */
export const ROLE_HOLDERS: Readonly<Record<UserRole, string>> = laterWords({
  employee: msg`employees`,
  'analytics-administrator': msg`analytics administrators`,
  'bookings-administrator': msg`bookings administrators`,
  'workplace-administrator': msg`workplace administrators`,
  'global-administrator': msg`global administrators`,
})

/** `bookings administrators and global administrators`. */
export const roleHolders = (roles: readonly UserRole[]): string =>
  new Intl.ListFormat(LANGUAGE).format(roles.map((role) => ROLE_HOLDERS[role]))
