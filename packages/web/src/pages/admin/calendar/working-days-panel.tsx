import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { nameOfWeekday } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { FormModal } from '../shared/modals.tsx'
import { Panel } from '../shared/panel.tsx'
import { effectWords, usePreviewed } from './effect.ts'
import { EffectPreview } from './effect-preview.tsx'

interface Props {
  readonly calendar: Calendar
  readonly canChange: boolean
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The weekdays on which people work in the building, and whether they may be booked while it is closed. */
export const WorkingDaysPanel = ({ calendar, canChange }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { workingDays, bookableOnClosedDays } = calendar
  return (
    <Panel
      title={t`Working days`}
      actions={
        canChange ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            <Trans>Change working days</Trans>
          </Button>
        ) : null
      }
    >
      {workingDays.length === 0 ? t`None: every day is weekend.` : `${workingDays.map(nameOfWeekday).join(', ')}.`}{' '}
      {bookableOnClosedDays
        ? t`People may be booked on holidays and closed days.`
        : t`No one is booked on holidays and closed days.`}
      {isOpen ? <WorkingDaysModal calendar={calendar} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

interface Values {
  readonly workingDays: readonly string[]
  readonly bookableOnClosedDays: boolean
}

const bodyOf = ({ workingDays, bookableOnClosedDays }: Values) => ({
  workingDays: workingDays.map(Number).toSorted(),
  bookableOnClosedDays,
})

const WorkingDaysModal = ({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) => {
  const { locationId, locationName } = calendar
  const before = useAtOpening({
    workingDays: calendar.workingDays.map(String),
    bookableOnClosedDays: calendar.bookableOnClosedDays,
  })
  const form = useForm({ initialValues: before })
  const { effect, save } = usePreviewed(
    form.values,
    (values, dryRun) => {
      const whole = bodyOf(values)
      // Without a change there is something to preview all the same.
      const body = changedSince(bodyOf(before), whole) ?? whole
      return call('updateCalendar', { params: { locationId }, query: { dryRun }, body })
    },
    (done) => notifyDone([t`The working days are changed.`, ...effectWords(done)].join(' ')),
  )
  return (
    <FormModal
      title={t`Working days of ${locationName}`}
      form={form}
      draft={`working days ${locationId}`}
      save={save}
      submitLabel={effect ? t({ message: 'Change', context: 'verb' }) : t`Preview`}
      onClose={onClose}
    >
      <Checkbox.Group
        label={t`People work on`}
        description={t`The other weekdays are the weekend, on which people may still be booked.`}
        {...form.getInputProps('workingDays')}
      >
        <Group mt="xs" gap="md">
          {WEEKDAYS.map((weekday) => (
            <Checkbox key={weekday} value={String(weekday)} label={nameOfWeekday(weekday)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Stack gap={0}>
        <Switch
          label={t`People may be booked on holidays and closed days`}
          description={t`When this is turned off, their bookings of such days are canceled.`}
          {...form.getInputProps('bookableOnClosedDays', { type: 'checkbox' })}
        />
      </Stack>
      <EffectPreview effect={effect} />
    </FormModal>
  )
}
