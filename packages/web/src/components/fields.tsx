import { t } from '@lingui/core/macro'
import '@mantine/dates/styles.css'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import { ActionIcon, Group, TextInput, type TextInputProps } from '@mantine/core'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { LANGUAGE } from '../language/language.ts'
import { addDays, fullDay, isDay, parseDay } from '../time/days.ts'
import { isTime, parseTime } from '../time/zoned-time.ts'
import { CALENDAR_LABELS } from './calendar-labels.ts'
import { clearButton } from './clear-button.ts'

type DayFieldProps = Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'valueFormat' | 'dateParser'> & {
  /** A day, or the empty text for none. */
  readonly value?: string
  readonly onChange?: (day: string) => void
}

/** Chooses a day, in the language of the page around it: typed as 2026-11-24 or 24 Nov 2026, or picked from a calendar. */
export const DayField = ({ value = '', onChange, clearable = false, ...rest }: DayFieldProps) => {
  const id = useId()
  return (
    <DateInput
      id={id}
      // An example would look like a day that is chosen already.
      placeholder={clearable ? t`Any day` : t`Day month year`}
      {...rest}
      value={value === '' ? null : value}
      onChange={(day) => onChange?.(day ?? '')}
      valueFormat={fullDay}
      dateParser={parseDay}
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
    <DayField aria-label={t`Day`} w={170} value={day} onChange={(value) => (isDay(value) ? onChange(value) : undefined)} />
    <ActionIcon variant="default" size={36} aria-label={t`Day after`} onClick={() => onChange(addDays(day, 1))}>
      <IconChevronRight size={18} />
    </ActionIcon>
  </Group>
)
