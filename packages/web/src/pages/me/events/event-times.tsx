import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Grid, Text } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { DayField, TimeField } from '../../../components/fields.tsx'
import { zoneName } from '../../../time/zoned-time.ts'
import type { EventValues } from './save-event.ts'

/** A day in words needs more room than a time, most of all on a phone. */
const DAY_WIDTH = { base: 8, xs: 4 }
const TIME_WIDTH = { base: 4, xs: 2 }

interface Props {
  readonly form: Pick<ReturnType<typeof useForm<EventValues>>, 'getInputProps' | 'setFieldValue' | 'values'>
  /** Of the building. */
  readonly timeZone: string
}

/** When an event begins and ends. The last day follows the first as long as they are the same. */
export const EventTimes = ({ form, timeZone }: Props) => {
  const { day, endDay } = form.values
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
          <TimeField label={t({ message: 'From', context: 'time' })} {...form.getInputProps('from')} />
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
