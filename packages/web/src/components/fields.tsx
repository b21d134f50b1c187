import { t } from '@lingui/core/macro'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import { ActionIcon, Group, TextInput, type TextInputProps } from '@mantine/core'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { LANGUAGE } from '../language/language.ts'
import { addDays, fullDay, isDay } from '../time/days.ts'
import { isTime, parseTime } from '../time/zoned-time.ts'
import { CALENDAR_LABELS } from './calendar-labels.ts'
import { clearButton } from './clear-button.ts'
import { useTypedDay } from './typed-day.ts'

type DateProps = 'value' | 'onChange' | 'defaultValue' | 'valueFormat' | 'dateParser' | 'minDate' | 'maxDate' | 'onInput'

type DayFieldProps = Omit<DateInputProps, DateProps> & {
  /** A day, the empty text for none, or what was typed instead. */
  readonly value?: string
  readonly onChange?: (day: string) => void
  readonly minDate?: string
  readonly maxDate?: string
  /** Whether it is about days that are over, so that a day without a year is the last such day instead of the next. */
  readonly isPast?: boolean
}

/** Chooses a day, in the language of the page around it: typed as 2026-11-24, 24 Nov or tomorrow, or picked from a calendar. */
export const DayField = ({
  value = '',
  onChange,
  clearable = false,
  isPast = false,
  error,
  onBlur,
  onKeyDown,
  ...rest
}: DayFieldProps) => {
  const id = useId()
  const { minDate: min, maxDate: max } = rest
  const typed = useTypedDay({ value, onChange, isClearable: clearable, isPast, min, max })
  return (
    <DateInput
      id={id}
      // An example would look like a day that is chosen already.
      placeholder={clearable ? t`Any day` : t`Day month year`}
      {...rest}
      // Without a value, the library leaves the text alone.
      value={!typed.isPending && isDay(value) ? value : null}
      error={typed.error ?? error}
      onChange={typed.choose}
      onInput={({ currentTarget }) => typed.type(currentTarget.value)}
      onBlur={(event) => {
        typed.leave()
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') typed.leave()
        onKeyDown?.(event)
      }}
      valueFormat={fullDay}
      // What is typed was read already, even if it is outside the bounds: the form says so.
      dateParser={() => null}
      fixOnBlur={!typed.isPending}
      clearable={clearable}
      clearButtonProps={clearButton(t`No day`)}
      firstDayOfWeek={1}
      locale={LANGUAGE}
      // The library's colors for weekends and days of other months are too pale to read.
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={CALENDAR_LABELS}
    />
  )
}

type TimeFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** HH:MM, the empty text for none, or what was typed instead. */
  readonly value?: string
  readonly onChange?: (time: string) => void
}

/** What is wrong with the value of such a field, which may be empty. */
export const timeError = (value: string): string | null => (value === '' || isTime(value) ? null : t`Give a time, such as 08:00.`)

/** A time of day by a clock of 24 hours. The native field follows the browser's language and may ask for AM or PM. */
export const TimeField = ({ value = '', error, onChange, onBlur, ...rest }: TimeFieldProps) => {
  const [typed, setTyped] = useState<string>()
  const [wasLeft, setLeft] = useState(false)
  const timeIn = (text: string): string => parseTime(text) ?? text.trim()
  return (
    <TextInput
      placeholder="HH:MM"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      {...rest}
      value={typed ?? value}
      error={error ?? (wasLeft ? timeError(typed === undefined ? value : timeIn(typed)) : undefined)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange?.(timeIn(currentTarget.value))
      }}
      onBlur={(event) => {
        setLeft(true)
        // An invalid time stays in the field, so that the user can correct it.
        if (typed === undefined || typed.trim() === '' || parseTime(typed)) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

interface DayStepProps {
  readonly day: string
  readonly onChange: (day: string) => void
}

/** Steps through days, or jumps to one. */
export const DayStep = ({ day, onChange }: DayStepProps) => (
  <Group gap="xs" wrap="nowrap">
    <ActionIcon variant="default" size={36} aria-label={t`Day before`} onClick={() => onChange(addDays(day, -1))}>
      <IconChevronLeft size={18} />
    </ActionIcon>
    <DayField aria-label={t`Day`} w={190} value={day} onChange={(value) => (isDay(value) ? onChange(value) : undefined)} />
    <ActionIcon variant="default" size={36} aria-label={t`Day after`} onClick={() => onChange(addDays(day, 1))}>
      <IconChevronRight size={18} />
    </ActionIcon>
  </Group>
)
