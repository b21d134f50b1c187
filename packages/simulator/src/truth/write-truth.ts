import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Company } from '../company/types.ts'
import type { DayRange } from '../day/calendar.ts'
import { joined } from '../import/joined.ts'
import { truthOf } from './truth.ts'

/** Writes the truth of these days as NDJSON. Returns the number of lines. */
export const writeTruth = async (company: Company, range: DayRange, file: string): Promise<number> => {
  let count = 0
  function* lines() {
    for (const row of truthOf(company, range)) {
      count += 1
      yield `${JSON.stringify(row)}\n`
    }
  }
  await pipeline(Readable.from(joined(lines())), createWriteStream(file))
  return count
}
