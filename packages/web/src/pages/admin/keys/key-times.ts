import type { KeyUsage } from '@rollcall/contract'
import { dayError } from '../../../components/typed-day.ts'
import { readerZone, zoneName } from '../../../time/zoned-time.ts'

export type UsageDay = KeyUsage['items'][number]

const DAY_MS = 86_400_000

/** The UTC day this many days before today, because usage is counted by UTC day. */
export const utcDaysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Each day of a period; the service leaves out days without usage. */
export const everyDay = (items: readonly UsageDay[], from: string, to: string): UsageDay[] => {
  const known = new Map(items.map((item) => [item.day, item]))
  const days: UsageDay[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push(known.get(day) ?? { day, requests: 0, rows: 0, bytes: 0 })
  }
  return days
}

const two = (part: number): string => String(part).padStart(2, '0')

/** The value of a control for local dates and times; empty for none. */
export const toLocalInput = (moment: string | null): string => {
  if (moment === null) return ''
  const at = new Date(moment)
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The day and the time in the value of such a control, which is what was typed instead of a day until it is one. */
export const partsOfLocal = (local: string): [day: string, time: string] => {
  const [, day = local, time = ''] = /^(\d{4}-\d{2}-\d{2})T(.*)$/.exec(local) ?? []
  return [day, time]
}

/** What is wrong with the value of such a control. */
export const localError = (local: string): string | null => dayError(partsOfLocal(local)[0])

/** The moment that the value of such a control means; null for none. */
export const fromLocalInput = (local: string): string | null => (local ? new Date(local).toISOString() : null)

/** The name of the reader's time zone, for example CET. */
export const readersZone = (): string => zoneName(readerZone())
