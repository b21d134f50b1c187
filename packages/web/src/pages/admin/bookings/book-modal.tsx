import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { SearchSelect } from '../../../components/search-select.tsx'
import { shortDay } from '../../../time/days.ts'
import { BuildingSelect } from '../../../workplace/building-select.tsx'
import { useClosedDay } from '../../../workplace/calendar.ts'
import { useBuildings } from '../../../workplace/me.tsx'
import type { UserDay } from '../../../workplace/plans.ts'
import { bookedPlace } from '../../../workplace/plans.ts'
import { FormModal } from '../shared/modals.tsx'
import { type Person, readAgain } from './change-day.ts'

interface Props {
  readonly person: Person
  readonly day: UserDay
  readonly onClose: () => void
}

/** A building without a desk; every other choice is `placeId …` or `zoneId …`. */
const WITHOUT_DESK = 'building'

/** Books a free desk, a seat in a zone or a building for a person, and replaces their current booking. */
export const BookModal = ({ person, day, onClose }: Props) => {
  const buildings = useBuildings()
  const now = day.booking && `${bookedPlace(day.booking)}, ${day.booking.locationName}`
  const name = personName(person)
  const date = shortDay(day.day)
  const first = day.booking?.locationId ?? day.locationId ?? person.primaryLocationId ?? buildings[0]?.locationId ?? ''
  const form = useForm({
    initialValues: { locationId: first, node: '' },
    validate: { node: (value) => closed ?? (value ? null : t`Choose what to book.`) },
  })
  const { locationId } = form.values
  const closed = useClosedDay(locationId, day.day)
  const input = { params: { locationId }, query: { day: day.day } }
  const desks = useQuery({ ...allPages('listFreeDesks', input), enabled: locationId !== '' })
  const zones = useQuery({ ...allPages('listFreeZones', input), enabled: locationId !== '' })
  const save = async ({ node }: typeof form.values) => {
    const [kind, id] = node.split(' ')
    const body = kind === WITHOUT_DESK ? { locationId } : { [kind as string]: id }
    const { booking } = await call('book', { params: { userId: person.userId, day: day.day }, body })
    await readAgain()
    const place = bookedPlace(booking)
    notifyDone(t`${name}, ${date}: ${place}.`)
  }
  const groups = [
    {
      group: t`Desks`,
      items: (desks.data?.items ?? []).map(({ placeId, placeName, zoneName, levelName }) => {
        return { value: `placeId ${placeId}`, label: t`Desk ${placeName}, ${zoneName}, ${levelName}` }
      }),
    },
    {
      group: t`Zones`,
      items: (zones.data?.items ?? []).map(({ zoneId, zoneName, levelName, free }) => {
        return { value: `zoneId ${zoneId}`, label: t`A seat in ${zoneName}, ${levelName} (${free} free)` }
      }),
    },
    { group: t`Building`, items: [{ value: WITHOUT_DESK, label: t`The building, without a desk` }] },
  ]
  return (
    <FormModal
      title={day.booking ? t`Move ${name}, ${date}` : t`Book ${name}, ${date}`}
      form={form}
      save={save}
      submitLabel={day.booking ? t`Move the booking` : t`Book`}
      onClose={onClose}
    >
      {now ? (
        <Text size="sm">
          <Trans>Now: {now}.</Trans>
        </Text>
      ) : null}
      <BuildingSelect
        label={t`Building`}
        {...form.getInputProps('locationId')}
        onChange={(next) => form.setValues({ locationId: next ?? '', node: '' })}
      />
      {closed ? (
        <Text size="sm">
          <Trans>No one is booked there on this day. {closed}.</Trans>
        </Text>
      ) : null}
      <SearchSelect
        label={t`What to book`}
        disabled={closed !== undefined}
        placeholder={desks.isPending || zones.isPending ? t`Looking for free desks` : t`Choose what is free`}
        data={groups.filter(({ items }) => items.length > 0)}
        limit={200}
        nothingFoundMessage={t`Nothing free matches`}
        {...form.getInputProps('node')}
      />
    </FormModal>
  )
}
