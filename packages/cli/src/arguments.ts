import { dayNumber, dayText } from '@rollcall/simulator'
import { InvalidArgumentError } from 'commander'

/** Parses a number of at least `least`. */
export const number = (least: number, isWhole: boolean) => (text: string) => {
  const value = Number(text)
  const isGood = text.trim() !== '' && Number.isFinite(value) && value >= least && (!isWhole || Number.isInteger(value))
  if (!isGood) throw new InvalidArgumentError(`Give a ${isWhole ? 'whole ' : ''}number of at least ${least}.`)
  return value
}

export const share = (text: string) => {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('Give a share from 0 to 1.')
}

export const day = (text: string) => {
  try {
    if (dayText(dayNumber(text)) === text) return text
  } catch {
    // The check below also rejects this text.
  }
  throw new InvalidArgumentError('Give a day as YYYY-MM-DD.')
}
