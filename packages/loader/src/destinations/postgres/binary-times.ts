import { writeInt32, writeInt64 } from './integers.ts'
import type { WriteValue } from './transfer.ts'

const QUOTE = 0x22
const ZERO = 0x30
const DAY = '2026-01-05'.length
const TIME = 'T00:00:00.000Z'.length
const DAY_MS = 86_400_000
const EPOCH_MS = Date.UTC(2000, 0, 1)

/** Days since 2000-01-01 of the date that was read last; rows of a day are together. */
const createDayReader = () => {
  let last = -1
  let days = 0
  /** NaN if there is no valid date. */
  return (from: Buffer, at: number): number => {
    const year = fourDigits(from, at)
    const month = twoDigits(from, at + 5)
    const day = twoDigits(from, at + 8)
    const number = (year * 100 + month) * 100 + day
    if (from[at + 4] !== 0x2d || from[at + 7] !== 0x2d || Number.isNaN(number)) return Number.NaN
    if (number !== last) {
      const date = new Date(Date.UTC(year, month - 1, day))
      const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      // Date.UTC takes the years below 100 for those of the twentieth century.
      if (!isReal || year < 100) return Number.NaN
      last = number
      days = (date.getTime() - EPOCH_MS) / DAY_MS
    }
    return days
  }
}

/** NaN unless both are digits. */
const twoDigits = (from: Buffer, at: number): number => {
  const tens = (from[at] as number) - ZERO
  const ones = (from[at + 1] as number) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

const fourDigits = (from: Buffer, at: number): number => twoDigits(from, at) * 100 + twoDigits(from, at + 2)

/** Milliseconds since midnight of `T08:59:59.123Z`; NaN for any other form. */
const timeOf = (from: Buffer, at: number): number => {
  const hours = twoDigits(from, at + 1)
  const minutes = twoDigits(from, at + 4)
  const seconds = twoDigits(from, at + 7)
  const milliseconds = twoDigits(from, at + 10) * 10 + (from[at + 12] as number) - ZERO
  const isForm =
    from[at] === 0x54 &&
    from[at + 3] === 0x3a &&
    from[at + 6] === 0x3a &&
    from[at + 9] === 0x2e &&
    from[at + 13] === 0x5a &&
    (from[at + 12] as number) >= ZERO &&
    (from[at + 12] as number) <= ZERO + 9
  return isForm && hours < 24 && minutes < 60 && seconds < 60
    ? ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    : Number.NaN
}

export const createWriteTimestamp = (): WriteValue => {
  const readDay = createDayReader()
  return (transfer) => {
    const { from, to, at, length } = transfer
    const microseconds = (readDay(from, at + 1) * DAY_MS + timeOf(from, at + 1 + DAY)) * 1000
    if (from[at] !== QUOTE || from[at + 1 + DAY + TIME] !== QUOTE || !Number.isSafeInteger(microseconds)) return false
    writeInt32(to, length, 8)
    writeInt64(to, length + 4, microseconds)
    transfer.at = at + DAY + TIME + 2
    transfer.length = length + 12
    return true
  }
}

/** A day may be written as midnight UTC. */
export const createWriteDate = (): WriteValue => {
  const readDay = createDayReader()
  return (transfer) => {
    const { from, to, at, length } = transfer
    const days = readDay(from, at + 1)
    const hasTime = from[at + 1 + DAY] !== QUOTE
    const end = at + 1 + DAY + (hasTime ? TIME : 0)
    const isValid = !Number.isNaN(days) && (!hasTime || !Number.isNaN(timeOf(from, at + 1 + DAY)))
    if (from[at] !== QUOTE || from[end] !== QUOTE || !isValid) return false
    writeInt32(to, length, 4)
    writeInt32(to, length + 4, days)
    transfer.at = end + 1
    transfer.length = length + 8
    return true
  }
}
