import '@mantine/dates/styles.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useId } from 'react'
import { fullDay, parseDay } from '../time/days.ts'

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'defaultValue' | 'valueFormat' | 'dateParser'> & {
  /** A day, or the empty text for none. */
  readonly value?: string
  readonly onChange?: (day: string) => void
}

const CALENDAR = {
  previousMonth: 'Month before',
  nextMonth: 'Next month',
  previousYear: 'Year before',
  nextYear: 'Next year',
  previousDecade: 'Decade before',
  nextDecade: 'Next decade',
}

/** Read out, reached by the keyboard and large enough for a finger, which the library's own is not. */
const CLEAR = { 'aria-label': 'No day', 'aria-hidden': false, tabIndex: 0, size: '24px' } as const

/** Chooses a day, in the same English as the page around it: typed as 2026-11-24 or 24 Nov 2026, or picked from a calendar. */
export const DayField = ({ value = '', onChange, clearable = false, ...rest }: Props) => {
  const id = useId()
  return (
    <DateInput
      id={id}
      placeholder="24 Nov 2026"
      {...rest}
      value={value === '' ? null : value}
      onChange={(day) => onChange?.(day ?? '')}
      valueFormat={fullDay}
      dateParser={parseDay}
      clearable={clearable}
      clearButtonProps={CLEAR}
      firstDayOfWeek={1}
      // The library's colors for weekends and days of other months are too pale to read.
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={CALENDAR}
    />
  )
}
