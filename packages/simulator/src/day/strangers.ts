import type { Company, Office } from '../company/types.ts'
import { PURPOSES, type Random, randomOf } from '../random/random.ts'
import { type LocalClock, weekdayOf } from './calendar.ts'
import type { Happening, Recorder } from './recorder.ts'
import type { Who } from './types.ts'

const hex = (random: Random, length: number) => Array.from({ length }, () => random.below(16).toString(16)).join('')

const strangeId = (random: Random) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

/** Badges that are not in the directory, guests on the Wi-Fi, and desk check-ins of deleted accounts. */
const recordStranger = (office: Office, clock: LocalClock, random: Random, recorder: Recorder, mark: string, badge: string) => {
  const at = clock(random.between(7 * 3600, 18 * 3600))
  const event: Omit<Happening, 'kind' | 'node'> = { office: office.index, at, mark }
  const refuse = (kind: Happening['kind'], node: Happening['node'], who: Who) =>
    recorder.presence({ ...event, kind, node }, who, null)
  const draw = random.next()
  if (draw < 0.6) return refuse('badge', { type: 'location', index: office.index }, { by: 'badge', badge })
  if (draw < 0.9) {
    const email = `guest-${hex(random, 6)}@visitors.example`
    return refuse('wifi', { type: 'level', index: random.pick(office.levels) }, { by: 'email', email })
  }
  refuse('desk', { type: 'place', index: random.pick(office.desks) }, { by: 'stranger', userId: strangeId(random) })
}

export const recordStrangers = (company: Company, number: number, clocks: readonly LocalClock[], recorder: Recorder) => {
  const chance = weekdayOf(number) < 5 ? 0.4 : 0.05
  for (const [index, badge] of company.unknownBadges.entries()) {
    const random = randomOf(company.seed, PURPOSES.stranger, index, number)
    if (!random.chance(chance)) continue
    const office = random.pick(company.offices)
    const clock = clocks[office.index]
    if (clock) recordStranger(office, clock, random, recorder, `x${index}`, badge)
  }
}
