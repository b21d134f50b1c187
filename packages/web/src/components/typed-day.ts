/** What was typed into the field of a day and is not its value yet, and what is wrong with it. */
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { fullDay, isDay, todayIn } from '../time/days.ts'
import { type DayBounds, isWhole, readDay } from '../time/read-day.ts'

const noDayError = (): string => {
  const example = fullDay(todayIn())
  return t`Give a day, such as ${example}.`
}

/** What is wrong with the value of a field of a day, which may be empty. */
export const dayError = (value: string): string | null => (value === '' || isDay(value) ? null : noDayError())

interface Typed {
  readonly text: string
  /** The value that it was typed over. */
  readonly over: string
  /** Whether the field was left with it. */
  readonly wasLeft: boolean
}

interface Field extends DayBounds {
  readonly value: string
  readonly onChange: ((day: string) => void) | undefined
  readonly isClearable: boolean
  readonly isPast: boolean
}

/**
 * Reads whole days at once, and others, such as 8 Dec or tomorrow, when the field is left or Enter is pressed. What is no day
 * stays in the field, and is given to the form instead of a day, so that the form is not sent with the day that was there before.
 */
export const useTypedDay = ({ value, onChange, isClearable, ...around }: Field) => {
  const [typed, setTyped] = useState<Typed>()
  // A value that came from elsewhere takes its place.
  const pending = typed && [typed.over, typed.text.trim()].includes(value) ? typed : undefined
  const choose = (day: string | null): void => {
    setTyped(undefined)
    onChange?.(day ?? '')
  }
  const type = (text: string): void => {
    const day = isWhole(text) ? readDay(text, around) : null
    if (day !== null) {
      choose(day)
      return
    }
    const isEmpty = isClearable && text.trim() === ''
    setTyped(isEmpty ? undefined : { text, over: value, wasLeft: pending?.wasLeft ?? false })
  }
  const leave = (): void => {
    if (!pending) return
    const day = readDay(pending.text, around)
    if (day !== null) {
      choose(day)
      return
    }
    setTyped({ ...pending, wasLeft: true })
    onChange?.(pending.text.trim())
  }
  const error = pending?.wasLeft && readDay(pending.text, around) === null ? noDayError() : null
  return { isPending: pending !== undefined, error, choose, type, leave }
}
