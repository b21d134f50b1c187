import { t } from '@lingui/core/macro'
import { Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { allPages, apiQuery } from '../../../api/query.ts'
import { present } from '../../../shell/search.ts'
import { locationsQuery } from '../../../workplace/directory.ts'

const route = getRouteApi('/shell/spaces')

/** Fields to choose building, level and space. The choice is stored in the address of the page. */
export const SpacePicker = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: locations = [] } = useQuery(locationsQuery)
  // A link may name only the space.
  const named = useQuery({
    ...apiQuery('getSpace', { params: { spaceId: search.space ?? '' } }),
    enabled: search.space !== undefined,
  }).data
  const locationId = search.location ?? named?.locationId
  const spaces = useQuery({
    ...allPages('listSpaces', { query: { ...(locationId ? { locationId } : {}) } }),
    enabled: locationId !== undefined,
  })
  const all = spaces.data?.items ?? []
  const levels = new Map(all.map(({ levelId, levelName }) => [levelId, levelName]))
  const levelId = search.level ?? (search.location ? undefined : named?.levelId)
  const shown = all.filter((space) => levelId === undefined || space.levelId === levelId)
  const days = present({ to: search.to, day: search.day })
  const go = (chosen: { location?: string | undefined; level?: string | undefined; space?: string | undefined }) =>
    void navigate({ search: present({ ...chosen, ...days }), resetScroll: false })
  return (
    <Group gap="xs" align="flex-start">
      <Select
        label={t`Building`}
        placeholder={t`Choose`}
        w={220}
        searchable
        allowDeselect={false}
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
      <Select
        label={t`Space`}
        placeholder={spaces.data && all.length === 0 ? t`The building has none` : t`Choose`}
        w={260}
        searchable
        allowDeselect={false}
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
