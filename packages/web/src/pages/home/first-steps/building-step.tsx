import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NumberInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { SearchSelect } from '../../../components/search-select.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { readerZone, TIME_ZONES } from '../../../time/zoned-time.ts'

const MAX_DESKS = 200

interface Values {
  name: string
  timeZone: string | null
  desks: number
}

/** A building with one level and its desks; everything else can follow under Places. */
const addBuilding = async ({ name, timeZone, desks }: Values): Promise<string> => {
  const { locationId } = await call('createLocation', { body: { locationName: name.trim(), timeZone: timeZone ?? readerZone() } })
  const { levelId } = await call('createLevel', { body: { levelName: t`Level 1`, locationId, ordinal: 1 } })
  if (desks > 0) {
    const { zoneId } = await call('createZone', { body: { zoneName: t`Desks`, zoneType: 'individual', levelId } })
    const items = Array.from({ length: desks }, (_, index) => ({ placeName: `D-${index + 1}`, zoneId }))
    await call('createPlaces', { body: { items } })
  }
  return locationId
}

export const BuildingStep = () => {
  const { userId } = useSession()
  const form = useForm<Values>({
    initialValues: { name: t`Head office`, timeZone: readerZone(), desks: 20 },
    validate: {
      name: (value) => (value.trim() ? null : t`Give the name of the building.`),
      timeZone: (value) => (value ? null : t`Give its time zone.`),
    },
  })
  const add = useAction({
    mutationFn: async (values: Values) => {
      const locationId = await addBuilding(values)
      // The administrator works there too, so that their own pages have a building.
      await call('updateUser', { params: { userId: userId ?? '' }, body: { primaryLocationId: locationId } })
    },
    onSettled: () =>
      void invalidate('listLocations', 'listLevels', 'getUser', 'listUsers', 'getForecastFigures', 'getSampleCompany'),
  })
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      {add.error ? <ErrorState error={add.error} /> : null}
      <Group align="flex-end" gap="sm">
        <TextInput label={t`Name of the building`} {...form.getInputProps('name')} />
        <SearchSelect label={t`Time zone`} data={TIME_ZONES} {...form.getInputProps('timeZone')} />
        <NumberInput label={t`Desks`} min={0} max={MAX_DESKS} clampBehavior="strict" w={90} {...form.getInputProps('desks')} />
        <Button type="submit" loading={add.isPending}>
          <Trans>Add the building</Trans>
        </Button>
      </Group>
    </form>
  )
}
