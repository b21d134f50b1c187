import { plural, t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import { searchText } from '@rollcall/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import { TextButton } from '../../../components/text-button.tsx'
import { buildingDesksQuery } from '../shared/use-first-level.ts'
import type { Place } from './desk-mark.ts'

interface Props {
  readonly locationId: string
  /** The level that is shown. */
  readonly levelId: string
  /** All levels of the building. */
  readonly levels: Answer<'listLevels'>['items']
  readonly day: string
  /** Which free desks are wanted; undefined if any. */
  readonly isWanted: ((place: Place) => boolean) | undefined
  /** What the list of desks is searched for. */
  readonly search: string
  readonly onLevel: (levelId: string) => void
}

/** How many desks of the other levels have what is wanted or searched for, each with a button that shows its level. */
export const OtherLevels = ({ locationId, levelId, levels, day, isWanted, search, onLevel }: Props) => {
  const text = searchText(search.trim())
  const isAsked = levels.length > 1 && (isWanted !== undefined || text !== '')
  const desks = useQuery({ ...buildingDesksQuery(locationId), enabled: isAsked })
  const free = useQuery({
    ...allPages('listFreeDesks', { params: { locationId }, query: { day } }, 5),
    enabled: isAsked && isWanted !== undefined,
    placeholderData: keepPreviousData,
  })
  const kept = useKeptFocus<HTMLDivElement>()
  if (!isAsked || !desks.data || (isWanted && !free.data)) return null
  const freeIds = new Set(free.data?.items.map(({ placeId }) => placeId))
  const isFound = (place: Place) =>
    (!isWanted || (freeIds.has(place.placeId) && isWanted(place))) &&
    searchText(`${place.placeName}\n${place.zoneName}`).includes(text)
  const found = Map.groupBy(desks.data.items.filter(isFound), (place) => place.levelId)
  const others = levels.filter((level) => level.levelId !== levelId && found.has(level.levelId))
  return (
    <Group gap="sm" role="group" aria-label={t`Other levels`} aria-live="polite" fz="sm" {...kept.area} {...kept.target}>
      {others.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t`No desk of the other levels matches.`}
        </Text>
      ) : (
        <Text size="sm">{t`On other levels:`}</Text>
      )}
      {others.map((level) => {
        const { levelName } = level
        const count = found.get(level.levelId)?.length ?? 0
        return (
          <TextButton key={level.levelId} onClick={() => onLevel(level.levelId)}>
            {t`${levelName}: ${plural(count, { one: '# desk', other: '# desks' })}`}
          </TextButton>
        )
      })}
    </Group>
  )
}
