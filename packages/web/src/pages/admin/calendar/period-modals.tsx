import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyDone } from '../../../components/notices.tsx'
import { dayRange, isDay } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { FormModal } from '../shared/modals.tsx'
import { effectWords, restatedWords, usePreviewed } from './effect.ts'
import { EffectPreview } from './effect-preview.tsx'

interface Period {
  readonly firstDay: string
  readonly lastDay: string
}

interface Props {
  readonly calendar: Calendar
  readonly period: Period | undefined
  readonly onClose: () => void
}

const NO_PERIOD: Period = { firstDay: '', lastDay: '' }

const validatePeriod = {
  firstDay: (value: string) => (isDay(value) ? null : t`Choose the first day.`),
  lastDay: (value: string, { firstDay }: Period) =>
    isDay(value) ? (value < firstDay ? t`Lies before the first day.` : null) : t`Choose the last day.`,
}

type DayInput = { readonly value?: string; readonly onChange?: (day: string) => void; readonly error?: ReactNode }

const PeriodInputs = ({ inputOf }: { inputOf: (name: keyof Period) => DayInput }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <DayField label={t`First day`} required {...inputOf('firstDay')} />
    <DayField label={t`Last day`} required {...inputOf('lastDay')} />
  </SimpleGrid>
)

/** Closes a building for some days, after a preview of the bookings that this cancels. */
export const ClosureModal = ({ calendar: { locationId, locationName }, period = NO_PERIOD, onClose }: Props) => {
  const form = useForm({
    initialValues: { ...period, reason: '' },
    validate: { ...validatePeriod, reason: (value) => (value.trim() ? null : t`Reason is required.`) },
  })
  const { effect, save } = usePreviewed(
    form.values,
    ({ reason, ...days }, dryRun) =>
      call('createClosure', { params: { locationId }, query: { dryRun }, body: { ...days, reason: reason.trim() } }),
    (done) => {
      const { firstDay, lastDay } = form.values
      const days = dayRange(firstDay, lastDay)
      notifyDone([t`${locationName} is closed on ${days}.`, ...effectWords(done)].join(' '))
    },
  )
  return (
    <FormModal
      title={t`Close ${locationName}`}
      form={form}
      draft={`closure ${locationId} ${period.firstDay}`}
      save={save}
      submitLabel={effect ? t`Close the building` : t`Preview`}
      {...(effect?.bookingCount ? { color: 'red.9' } : {})}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        <Trans>
          Bookings of these days are canceled, from today on, and people see the reason. They do not come back when the closure is
          removed.
        </Trans>
      </Text>
      <PeriodInputs inputOf={(name) => form.getInputProps(name)} />
      <TextInput
        label={t`Reason`}
        description={t`As people read it.`}
        required
        maxLength={200}
        placeholder={t`Water damage`}
        {...form.getInputProps('reason')}
      />
      <EffectPreview effect={effect} />
    </FormModal>
  )
}

/** Enters an outage of presence reporting, or accepts one that is suggested. */
export const OutageModal = ({ calendar: { locationId, locationName }, period = NO_PERIOD, onClose }: Props) => {
  const form = useForm({ initialValues: { ...period, reason: '' }, validate: validatePeriod })
  const { effect, save } = usePreviewed(
    form.values,
    ({ reason, ...days }, dryRun) =>
      call('createOutage', {
        params: { locationId },
        query: { dryRun },
        body: { ...days, status: 'accepted', ...(reason.trim() ? { reason: reason.trim() } : {}) },
      }),
    (done) => {
      const { firstDay, lastDay } = form.values
      const days = dayRange(firstDay, lastDay)
      notifyDone([t`The outage of ${days} is entered.`, ...restatedWords(done)].join(' '))
    },
  )
  return (
    <FormModal
      title={t`Enter an outage of ${locationName}`}
      form={form}
      draft={`outage ${locationId} ${period.firstDay}`}
      save={save}
      submitLabel={effect ? t`Enter the outage` : t`Preview`}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        <Trans>
          On these days, people who planned to come and were not seen are unconfirmed instead of no-shows. Bookings stay.
        </Trans>
      </Text>
      <PeriodInputs inputOf={(name) => form.getInputProps(name)} />
      <TextInput
        label={t`What happened`}
        maxLength={200}
        placeholder={t`Readers were replaced`}
        {...form.getInputProps('reason')}
      />
      <EffectPreview effect={effect} />
    </FormModal>
  )
}
