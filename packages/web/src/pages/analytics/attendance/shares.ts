import { t } from '@lingui/core/macro'
import type { AttendanceFigures, KpiName } from '@rollcall/contract'
import { showWhole } from '../figures/show.ts'

type Day = AttendanceFigures['days'][number]

/** The sums over the days on which presence was reported that shares of the attendance are computed from, in words. */
export const basesOf = (days: readonly Day[]): { readonly [Name in KpiName]?: string } => {
  const sum = (of: (day: Day) => number | null) => days.reduce((total, day) => total + (of(day) ?? 0), 0)
  const [came, planned] = [sum(({ seen }) => seen), sum(({ plannedMeasured }) => plannedMeasured)]
  const missed = sum(({ noShow }) => noShow)
  const due = missed + sum(({ confirmed }) => confirmed)
  const [seen, expected] = [showWhole(came), showWhole(planned)]
  const [noShow, ofThese] = [showWhole(missed), showWhole(due)]
  return {
    ...(planned > 0 ? { seenPerPlanned: t`${seen} seen, ${expected} planned where presence is reported` } : {}),
    ...(due > 0 ? { noShowRate: t`${noShow} of ${ofThese} expected where presence is reported` } : {}),
  }
}
