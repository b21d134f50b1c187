import { t } from '@lingui/core/macro'
import { Checkbox, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { SECONDS_PER_LEVEL } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../../api/call.ts'
import { changedSince } from '../../../api/changed-since.ts'
import { allPages, invalidate } from '../../../api/query.ts'
import { DayField } from '../../../components/fields.tsx'
import { notifyDone } from '../../../components/notices.tsx'
import { useAtOpening } from '../../../components/unsaved.tsx'
import { LANGUAGE, LANGUAGES, type Language } from '../../../language/language.ts'
import { addDays, isDay, todayIn } from '../../../time/days.ts'
import { instantOf, localOf, readerZone } from '../../../time/zoned-time.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { FormModal } from '../shared/modals.tsx'
import { COLOR_NAMES } from './screen-colors.ts'

export type Screen = Answer<'listKioskScreens'>['items'][number]

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
  readonly language: Language | typeof AS_DEVICE
  readonly colors: 'light' | 'dark' | typeof AS_DEVICE
  readonly lastDay: string
}

const { minimum, maximum } = SECONDS_PER_LEVEL
const isDuration = (seconds: number | string) => Number(seconds) >= minimum && Number(seconds) <= maximum
const ALL_LEVELS = 'all'
const AS_DEVICE = 'device'

/** The secret is behind the #, which browsers send to no one. */
const linkOf = (secret: string): string => `${window.location.origin}/kiosk#${secret}`

const NEW: Values = {
  ...{ name: '', locationId: '', levelId: ALL_LEVELS, secondsPerLevel: SECONDS_PER_LEVEL.default, showsNames: false },
  ...{ language: LANGUAGE, colors: AS_DEVICE, lastDay: '' },
}

/** A link ends with its last day. */
const lastDayOf = (expiresAt: string): string => localOf(new Date(Date.parse(expiresAt) - 1).toISOString(), readerZone()).day

const valuesOf = ({ name, locationId, levelId, secondsPerLevel, showsNames, language, colors, expiresAt }: Screen): Values => ({
  ...{ name, locationId, levelId: levelId ?? ALL_LEVELS, secondsPerLevel, showsNames },
  ...{ language: language ?? AS_DEVICE, colors: colors ?? AS_DEVICE, lastDay: expiresAt ? lastDayOf(expiresAt) : '' },
})

const bodyOf = (values: Values) => {
  const { name, locationId, levelId, secondsPerLevel, showsNames, language, colors, lastDay } = values
  return {
    ...{ name: name.trim(), locationId, levelId: levelId === ALL_LEVELS ? null : levelId },
    ...{ showsNames, secondsPerLevel: Number(secondsPerLevel) },
    ...{ language: language === AS_DEVICE ? null : language, colors: colors === AS_DEVICE ? null : colors },
    expiresAt: lastDay ? instantOf(addDays(lastDay, 1), '00:00', readerZone()) : null,
  }
}

interface Props {
  /** The screen that is changed; absent for a new one. */
  readonly screen?: Screen | undefined
  readonly onMade?: (made: CreatedScreen) => void
  readonly onClose: () => void
}

/** Creates the link of a screen, or changes what a screen shows, whose link stays the same. */
export const ScreenModal = ({ screen, onMade, onClose }: Props) => {
  const before = useAtOpening(screen ? valuesOf(screen) : NEW)
  const form = useForm<Values>({
    initialValues: before,
    validate: {
      name: (value) => (value.trim() ? null : t`Say where the screen is.`),
      locationId: (value) => (value ? null : t`Choose a building.`),
      secondsPerLevel: (value) => (isDuration(value) ? null : t`Between ${minimum} and ${maximum} seconds.`),
      lastDay: (value) =>
        value === '' || value === before.lastDay || (isDay(value) && value >= todayIn()) ? null : t`Choose today or a later day.`,
    },
  })
  const { locationId, levelId } = form.values
  const levels = useQuery({
    ...allPages('listLevels', { query: { locationId, status: 'active' } }),
    enabled: locationId !== '',
  })
  const save = async (values: Values) => {
    if (screen) {
      const { screenId } = screen
      const body = changedSince(bodyOf(before), bodyOf(values), ['locationId', 'levelId'])
      if (body) await call('updateKioskScreen', { params: { screenId }, body })
      const name = values.name.trim()
      notifyDone(t`${name} is changed. The screen shows it within seconds.`)
    } else {
      const made = await call('createKioskScreen', { body: bodyOf(values) })
      onMade?.({ name: made.name, link: linkOf(made.secret ?? '') })
    }
    void invalidate('listKioskScreens')
  }
  const name = screen?.name ?? ''
  return (
    <FormModal
      title={screen ? t`Change ${name}` : t`Create the link of a screen`}
      form={form}
      draft={`screen ${screen?.screenId ?? 'new'}`}
      save={save}
      submitLabel={screen ? t`Save` : t`Create the link`}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`Where the screen is, such as: Lobby, 2nd floor.`}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
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
      </SimpleGrid>
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
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t`Language of the screen`}
          allowDeselect={false}
          data={[
            { value: AS_DEVICE, label: t`As on the device` },
            ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps('language')}
        />
        <Select
          label={t`Colors`}
          allowDeselect={false}
          data={[
            { value: AS_DEVICE, label: t`As on the device` },
            ...Object.entries(COLOR_NAMES).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps('colors')}
        />
      </SimpleGrid>
      <DayField
        label={t`Last day`}
        description={t`Empty: until it is revoked.`}
        placeholder={t({ message: 'None', context: 'last day' })}
        clearable
        {...form.getInputProps('lastDay')}
      />
    </FormModal>
  )
}
