import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { call } from '../../../api/call.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyDone } from '../../../components/notices.tsx'
import { fullDay, isDay } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { FormModal } from '../shared/modals.tsx'
import { effectWords, usePreviewed } from './effect.ts'
import { EffectPreview } from './effect-preview.tsx'

interface Props {
  readonly calendar: Calendar
  readonly day: string | undefined
  /** The present name, if the holiday is renamed. */
  readonly name: string | undefined
  /** Of the imported holiday that is renamed. */
  readonly uid: string | null
  readonly onClose: () => void
}

/** Enters a holiday, or gives one another name. */
export const HolidayModal = ({ calendar, day = '', name, uid, onClose }: Props) => {
  const { locationId, locationName } = calendar
  const form = useForm({
    initialValues: { day, name: name ?? '' },
    validate: {
      day: (value) => (isDay(value) ? null : t`Choose the day.`),
      name: (value) => (value.trim() ? null : t`Name is required.`),
    },
  })
  const { effect, save } = usePreviewed(
    form.values,
    (values, dryRun) =>
      call('setHoliday', {
        params: { locationId, date: values.day },
        query: { dryRun },
        body: { name: values.name.trim(), ...(uid === null ? {} : { uid }) },
      }),
    (done) => {
      const date = fullDay(form.values.day)
      notifyDone([t`${date} is a holiday.`, ...effectWords(done)].join(' '))
    },
  )
  const isRenamed = name !== undefined
  return (
    <FormModal
      title={isRenamed ? t`Rename the holiday of ${fullDay(day)}` : t`Enter a holiday of ${locationName}`}
      form={form}
      save={save}
      submitLabel={effect ? (isRenamed ? t`Rename` : t`Enter the holiday`) : t`Preview`}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        <Trans>No one is booked on a holiday unless the building allows it, and office plans of the day do not count.</Trans>
      </Text>
      {isRenamed ? null : <DayField label={t`Day`} required {...form.getInputProps('day')} />}
      <TextInput label={t`Name`} required maxLength={200} placeholder={t`Christmas Day`} {...form.getInputProps('name')} />
      <EffectPreview effect={effect} />
    </FormModal>
  )
}
