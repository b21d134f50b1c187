import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Grid, Text } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { useRef } from 'react'
import { DayField, TimeField } from '../../../components/fields.tsx'
import { isTime, zoneName } from '../../../time/zoned-time.ts'
import { endAfter } from './end-after.ts'
import type { EventValues } from './save-event.ts'

/** A day in words needs more room than a time, most of all on a phone. */
const DAY_WIDTH = { base: 8, xs: 4 }
const TIME_WIDTH = { base: 4, xs: 2 }

interface Props {
  readonly form: Pick<ReturnType<typeof useForm<EventValues>>, 'getInputProps' | 'setFieldValue' | 'values'>
  /** Of the building. */
  readonly timeZone: string
}

/** When an event begins and ends. The last day follows the first while they are the same, and the end a begin that passes it. */
export const EventTimes = ({ form, timeZone }: Props) => {
  const { day, endDay, from, to } = form.values
  const begins = form.getInputProps('from')
  // The times as they were before another begin was typed: each letter counts from there.
  const before = useRef({ from, endDay, to })
  /** Not when the field is left: the text of the end, where the focus is then, would change below the cursor. */
  const begin = (next: string): void => {
    begins.onChange(next)
    if (!isTime(next)) return
    const { endDay: lastDay, to: end } = before.current
    const moved =
      `${lastDay} ${end}` > `${day} ${next}` ? { day: lastDay, time: end } : endAfter({ day, from: next }, before.current)
    form.setFieldValue('endDay', moved.day)
    form.setFieldValue('to', moved.time)
  }
  const zone = zoneName(timeZone)
  return (
    <>
      <Grid gap="sm">
        <Grid.Col span={DAY_WIDTH}>
          <DayField
            label={t`Day`}
            {...form.getInputProps('day')}
            onChange={(value) => {
              if (endDay === day) form.setFieldValue('endDay', value)
              form.setFieldValue('day', value)
            }}
          />
        </Grid.Col>
        <Grid.Col span={TIME_WIDTH}>
          <TimeField
            label={t({ message: 'From', context: 'time' })}
            {...begins}
            onChange={begin}
            onFocus={(event) => {
              before.current = { from, endDay, to }
              begins.onFocus?.(event)
            }}
          />
        </Grid.Col>
        <Grid.Col span={DAY_WIDTH}>
          <DayField label={t`Last day`} {...form.getInputProps('endDay')} />
        </Grid.Col>
        <Grid.Col span={TIME_WIDTH}>
          <TimeField label={t({ message: 'To', context: 'time' })} {...form.getInputProps('to')} />
        </Grid.Col>
      </Grid>
      <Text size="xs" c="dimmed">
        <Trans>
          Times are those of the building: {zone} ({timeZone}).
        </Trans>
      </Text>
    </>
  )
}
