import type { Company, Space } from '../company/types.ts'
import { PURPOSES, randomOf } from '../random/random.ts'
import { type LocalClock, weekdayOf } from './calendar.ts'
import type { Recorder } from './recorder.ts'
import type { Stay } from './types.ts'

const HALF_HOUR = 1800
const FIRST_SLOT = 17
const LAST_SLOT = 35

/** Records the meetings of a room: the head count at the start, zero at the end. */
const recordRoom = (company: Company, number: number, space: Space, clock: LocalClock, recorder: Recorder) => {
  const random = randomOf(company.seed, PURPOSES.room, space.index, number)
  const isBusy = weekdayOf(number) < 5 ? 0.35 : 0.01
  let count = 0
  const report = (second: number, people: number) => {
    const event = { kind: 'room', office: space.office, at: clock(second), node: { type: 'space', index: space.index } } as const
    // Some sensors count, some only detect occupancy, some do both.
    const style = space.index % 3
    const occupancy = style === 1 ? {} : { occupancy: people }
    recorder.occupancy(
      { ...event, mark: `${space.index}-${++count}` },
      { ...occupancy, ...(style ? { occupied: people > 0 } : {}) },
    )
  }
  for (let slot = FIRST_SLOT; slot < LAST_SLOT; slot += 1) {
    if (!random.chance(isBusy)) continue
    const length = random.between(1, 3)
    report(slot * HALF_HOUR + random.below(300), random.between(1, space.capacity))
    slot += length
    report(slot * HALF_HOUR - random.below(240), 0)
  }
}

export const recordRooms = (company: Company, number: number, clocks: readonly LocalClock[], recorder: Recorder) => {
  for (const space of company.spaces) {
    const clock = clocks[space.office]
    if (clock && space.hasSensor) recordRoom(company, number, space, clock, recorder)
  }
}

/** Sensors below desks detect that the desk is used, but not by whom. */
export const recordSeats = (company: Company, stays: readonly Stay[], recorder: Recorder) => {
  for (const { office, desk, arrivesAt, leavesAt } of stays) {
    if (desk === null || !company.desks[desk]?.hasSensor) continue
    const node = { type: 'place', index: desk } as const
    recorder.occupancy({ kind: 'seat', office, at: arrivesAt + 240_000, node, mark: `${desk}-1` }, { occupied: true })
    recorder.occupancy({ kind: 'seat', office, at: leavesAt, node, mark: `${desk}-2` }, { occupied: false })
  }
}
