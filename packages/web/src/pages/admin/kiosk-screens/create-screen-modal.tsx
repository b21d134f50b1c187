import { t } from '@lingui/core/macro'
import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { SECONDS_PER_LEVEL } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { allPages, invalidate } from '../../../api/query.ts'
import { DayField } from '../../../components/fields.tsx'
import { LANGUAGE, LANGUAGES } from '../../../language/language.ts'
import { addDays, isDay, todayIn } from '../../../time/days.ts'
import { instantOf, readerZone } from '../../../time/zoned-time.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { FormModal } from '../shared/modals.tsx'

/** A new screen with its link, which is available nowhere else. */
export interface CreatedScreen {
  readonly name: string
  readonly link: string
}

interface Values {
  readonly name: string
  readonly locationId: string
  readonly levelId: string
  readonly secondsPerLevel: number | string
  readonly showsNames: boolean
  readonly language: string
  readonly colors: string
  readonly lastDay: string
}

const { minimum, maximum } = SECONDS_PER_LEVEL
const isDuration = (seconds: number | string) => Number(seconds) >= minimum && Number(seconds) <= maximum
const ALL_LEVELS = 'all'

/** The secret is behind the #, which browsers send to no one. */
const linkOf = (secret: string, { language, colors }: Values): string => {
  const look = new URLSearchParams({ language, ...(colors === 'device' ? {} : { colors }) })
  return `${window.location.origin}/kiosk?${look}#${secret}`
}

/** Creates the link of a screen. */
export const CreateScreenModal = ({ onMade, onClose }: { onMade: (made: CreatedScreen) => void; onClose: () => void }) => {
  const form = useForm<Values>({
    initialValues: {
      ...{ name: '', locationId: '', levelId: ALL_LEVELS, secondsPerLevel: SECONDS_PER_LEVEL.default, showsNames: false },
      ...{ language: LANGUAGE, colors: 'device', lastDay: '' },
    },
    validate: {
      name: (value) => (value.trim() ? null : t`Say where the screen is.`),
      locationId: (value) => (value ? null : t`Choose a building.`),
      secondsPerLevel: (value) => (isDuration(value) ? null : t`Between ${minimum} and ${maximum} seconds.`),
      lastDay: (value) => (value === '' || (isDay(value) && value >= todayIn()) ? null : t`Choose today or a later day.`),
    },
  })
  const { locationId, levelId } = form.values
  const levels = useQuery({
    ...allPages('listLevels', { query: { locationId, status: 'active' } }),
    enabled: locationId !== '',
  })
  const save = async (values: Values) => {
    const { name, secondsPerLevel, showsNames, lastDay } = values
    const isWhole = values.levelId === ALL_LEVELS
    const made = await call('createKioskScreen', {
      body: {
        ...{ name: name.trim(), locationId: values.locationId, showsNames, secondsPerLevel: Number(secondsPerLevel) },
        levelId: isWhole ? null : values.levelId,
        expiresAt: lastDay ? instantOf(addDays(lastDay, 1), '00:00', readerZone()) : null,
      },
    })
    onMade({ name: made.name, link: linkOf(made.secret ?? '', values) })
    void invalidate('listKioskScreens')
  }
  return (
    <FormModal title={t`Create the link of a screen`} form={form} save={save} submitLabel={t`Create the link`} onClose={onClose}>
      <TextInput
        label={t`Name`}
        description={t`Where the screen is, such as: Lobby, 2nd floor.`}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Group grow align="flex-start">
        <BuildingSelect
          label={t`Building`}
          required
          {...form.getInputProps('locationId')}
          onChange={(value) => form.setValues({ locationId: value ?? '', levelId: ALL_LEVELS })}
        />
        <Select
          label={t`Level`}
          allowDeselect={false}
          disabled={locationId === ''}
          data={[
            { value: ALL_LEVELS, label: t`All, one after the other` },
            ...(levels.data?.items.map((level) => ({ value: level.levelId, label: level.levelName })) ?? []),
          ]}
          {...form.getInputProps('levelId')}
        />
      </Group>
      {levelId === ALL_LEVELS ? (
        <NumberInput
          label={t`Seconds per level`}
          min={minimum}
          max={maximum}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('secondsPerLevel')}
        />
      ) : null}
      <Checkbox
        label={t`Show names of people`}
        description={t`Without it, passers-by and visitors see only what is free or taken, and counts. With it, they see who is at which desk, as colleagues do; people who hide themselves stay hidden.`}
        {...form.getInputProps('showsNames', { type: 'checkbox' })}
      />
      <Group grow align="flex-start">
        <Select
          label={t`Language of the screen`}
          allowDeselect={false}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('language')}
        />
        <Select
          label={t`Colors`}
          allowDeselect={false}
          data={[
            { value: 'device', label: t`As on the device` },
            { value: 'light', label: t({ message: 'Light', context: 'colors' }) },
            { value: 'dark', label: t({ message: 'Dark', context: 'colors' }) },
          ]}
          {...form.getInputProps('colors')}
        />
      </Group>
      <DayField label={t`Last day`} description={t`Empty: until it is revoked.`} clearable {...form.getInputProps('lastDay')} />
    </FormModal>
  )
}
