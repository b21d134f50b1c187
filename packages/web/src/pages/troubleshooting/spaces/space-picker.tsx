import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allPages, apiQuery } from '../../../api/query.ts'
import { SearchSelect } from '../../../components/search-select.tsx'
import { present } from '../../../shell/search.ts'
import { locationsQuery } from '../../../workplace/directory.ts'

const route = getRouteApi('/shell/spaces')

/** The building that is chosen, and its spaces. A link may name only the space. */
export const useSpaceChoice = () => {
  const search = route.useSearch()
  const { data: locations = [] } = useQuery(locationsQuery)
  const named = useQuery({
    ...apiQuery('getSpace', { params: { spaceId: search.space ?? '' } }),
    enabled: search.space !== undefined,
  }).data
  // The only building there is needs no choice.
  const [only, ...others] = locations.filter(({ status }) => status === 'active')
  const locationId = search.location ?? named?.locationId ?? (others.length === 0 ? only?.locationId : undefined)
  const spaces = useQuery({
    ...allPages('listSpaces', { query: { ...(locationId ? { locationId } : {}) } }),
    enabled: locationId !== undefined,
  })
  return { locations, named, locationId, spaces: spaces.data?.items }
}

/** Fields to choose building, level and space. The choice is stored in the address of the page. */
export const SpacePicker = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { locations, named, locationId, spaces } = useSpaceChoice()
  const all = spaces ?? []
  const levels = new Map(all.map(({ levelId, levelName }) => [levelId, levelName]))
  const levelId = search.level ?? (search.location ? undefined : named?.levelId)
  const shown = all.filter((space) => levelId === undefined || space.levelId === levelId)
  const days = present({ to: search.to, day: search.day })
  const go = (chosen: { location?: string | undefined; level?: string | undefined; space?: string | undefined }) =>
    void navigate({ search: present({ ...chosen, ...days }), resetScroll: false })
  return (
    <Group gap="xs" align="flex-start">
      <SearchSelect
        label={t`Building`}
        placeholder={t`Choose`}
        w={220}
        data={locations.map(({ locationId: value, locationName: label }) => ({ value, label }))}
        value={locationId ?? null}
        onChange={(location) => location && go({ location })}
      />
      <Select
        label={t`Level`}
        placeholder={t`All`}
        w={180}
        clearable
        clearButtonProps={{ 'aria-label': t`All levels` }}
        disabled={levels.size === 0}
        data={[...levels].map(([value, label]) => ({ value, label }))}
        value={levelId ?? null}
        onChange={(level) => go({ location: locationId, level: level ?? undefined })}
      />
      <SearchSelect
        label={t`Space`}
        placeholder={spaces && all.length === 0 ? t`The building has none` : t`Choose`}
        w={260}
        disabled={shown.length === 0}
        data={shown.map(({ spaceId: value, spaceName, spaceType, status }) => ({
          value,
          label: status === 'active' ? `${spaceName} (${spaceType})` : t`${spaceName} (${spaceType}, inactive)`,
        }))}
        value={shown.some(({ spaceId }) => spaceId === search.space) ? (search.space as string) : null}
        onChange={(space) => space && go({ location: locationId, level: levelId, space })}
      />
    </Group>
  )
}
