import { Select, type SelectProps } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Answer } from '../api/call.ts'
import { allPages, apiQuery } from '../api/query.ts'
import { todayIn } from '../time/days.ts'

type Me = Answer<'getUser'>
export type Building = Answer<'getLocation'>

/** The user id in the paths of the user's own operations. */
export const ME = { userId: 'me' } as const

export const useMe = (): Me => useSuspenseQuery(apiQuery('getUser', { params: ME })).data

/** All active buildings, by name. */
export const useBuildings = (): readonly Building[] =>
  useSuspenseQuery({ ...allPages('listLocations', { query: { status: 'active' } }), staleTime: 300_000 }).data.items

/** The building where the user works unless a plan says otherwise; undefined if they have none. */
export const useHome = (): Building | undefined => {
  const { primaryLocationId } = useMe()
  return useBuildings().find(({ locationId }) => locationId === primaryLocationId)
}

/** Today at the primary location, or in the browser's time zone if there is none. */
export const useToday = (): string => todayIn(useHome()?.timeZone)

type Props = Omit<SelectProps, 'data' | 'onChange' | 'value'> & {
  readonly value?: string | null
  readonly onChange: (locationId: string | null) => void
}

/** Chooses an active building. */
export const BuildingSelect = ({ onChange, ...rest }: Props) => {
  const data = useBuildings().map(({ locationId, locationName }) => ({ value: locationId, label: locationName }))
  return <Select data={data} searchable={data.length > 8} allowDeselect={false} onChange={onChange} {...rest} />
}
