import { plural, t } from '@lingui/core/macro'
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
import { OtherBuildings, useChosenBuildings } from './other-buildings.tsx'
import { effectOfAll, inEachBuilding } from './several-buildings.ts'

interface Props {
  readonly calendar: Calendar
  readonly day: string | undefined
  /** The present name, if the holiday is renamed. */
  readonly name: string | undefined
  /** Of the imported holiday that is renamed. */
  readonly uid: string | null
  /** Shows the day that became a holiday. */
  readonly onEntered: (day: string) => void
  readonly onClose: () => void
}

interface Values {
  readonly day: string
  readonly name: string
  /** The other buildings in which the day becomes a holiday as well. */
  readonly others: readonly string[]
}

/** Enters a holiday, in one building or several, or gives one another name. */
export const HolidayModal = ({ calendar, day = '', name, uid, onEntered, onClose }: Props) => {
  const { locationId, locationName } = calendar
  const initialValues: Values = { day, name: name ?? '', others: [] }
  const form = useForm({
    initialValues,
    validate: {
      day: (value) => (isDay(value) ? null : t`Choose the day.`),
      name: (value) => (value.trim() ? null : t`Name is required.`),
    },
  })
  const buildings = useChosenBuildings(calendar, form.values.others)
  const isRenamed = name !== undefined
  const { effect, save } = usePreviewed(
    form.values,
    async (values, dryRun) => {
      const body = { name: values.name.trim(), ...(uid === null ? {} : { uid }) }
      const enter = (id: string) => call('setHoliday', { params: { locationId: id, date: values.day }, query: { dryRun }, body })
      return effectOfAll(await inEachBuilding(buildings, { isDryRun: dryRun === 'true' }, enter))
    },
    (done) => {
      const [date, count] = [fullDay(form.values.day), buildings.length]
      const words =
        count === 1
          ? t`${date} is a holiday.`
          : t`${date} is a holiday in ${plural(count, { one: '# building', other: '# buildings' })}.`
      notifyDone([words, ...effectWords(done)].join(' '))
      onEntered(form.values.day)
    },
  )
  return (
    <FormModal
      title={isRenamed ? t`Rename the holiday of ${fullDay(day)}` : t`Enter a holiday of ${locationName}`}
      form={form}
      draft={`holiday ${locationId} ${day} ${name ?? ''}`}
      save={save}
      submitLabel={effect ? (isRenamed ? t`Rename` : t`Enter the holiday`) : t`Preview`}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        <Trans>No one is booked on a holiday unless the building allows it, and office plans of the day do not count.</Trans>
      </Text>
      {isRenamed ? null : <DayField label={t`Day`} required {...form.getInputProps('day')} />}
      <TextInput label={t`Name`} required maxLength={200} placeholder={t`Christmas Day`} {...form.getInputProps('name')} />
      {isRenamed ? null : (
        <OtherBuildings
          locationId={locationId}
          value={form.values.others}
          onChange={(others) => form.setFieldValue('others', others)}
        />
      )}
      <EffectPreview effect={effect} />
    </FormModal>
  )
}
