import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconStarFilled } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { allPages } from '../../../api/query.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'
import type { DayCommand } from '../../../workplace/day-commands.ts'
import { bookNode } from './book-command.ts'
import type { FavoriteDesk } from './use-favorites.ts'

interface Props {
  /** The favorites in the building. */
  readonly favorites: readonly FavoriteDesk[]
  readonly locationId: string
  /** The level that is shown; desks of others say theirs. */
  readonly levelId: string
  readonly day: string
  /** The desk that is booked. */
  readonly mine: string | null | undefined
  readonly isBookable: boolean
  readonly run: (command: DayCommand) => void
}

/** Other favorites are in the list and on the map. */
const OFFERED = 8

/** The favorite desks of a building: free ones to be booked with one click, before all others. */
export const FavoriteOffers = ({ favorites, locationId, levelId, day, mine, isBookable, run }: Props) => {
  const levels = [...new Set(favorites.map((desk) => desk.levelId))]
  const free = useQueries({
    queries: levels.map((each) => allPages('listFreeDesks', { params: { locationId }, query: { day, levelId: each } })),
    combine: (answers) => ({
      isKnown: answers.every(({ data }) => data !== undefined),
      ids: new Set(answers.flatMap(({ data }) => data?.items.map(({ placeId }) => placeId) ?? [])),
    }),
  })
  const kept = useKeptFocus<HTMLDivElement>()
  if (favorites.length === 0 || !free.isKnown) return null
  const rank = ({ placeId }: FavoriteDesk) => (placeId === mine ? 0 : free.ids.has(placeId) ? 1 : 2)
  return (
    <Group gap="xs" role="group" aria-label={t`Your favorites`} {...kept.area} {...kept.target}>
      <IconStarFilled size={16} aria-hidden="true" />
      <Text size="sm" fw={600}>
        {t`Your favorites`}
      </Text>
      {favorites
        .toSorted((a, b) => rank(a) - rank(b))
        .slice(0, OFFERED)
        .map((desk) => {
          const name = desk.levelId === levelId ? desk.placeName : `${desk.placeName} (${desk.levelName})`
          if (desk.placeId === mine || !free.ids.has(desk.placeId) || !isBookable) {
            return (
              <Text key={desk.placeId} size="sm" c="dimmed">
                {desk.placeId === mine ? t`${name}: yours` : free.ids.has(desk.placeId) ? t`${name}: free` : t`${name}: not free`}
              </Text>
            )
          }
          return (
            <Button key={desk.placeId} size="xs" variant="default" onClick={() => run(bookNode(day, desk))}>
              {t`Book ${name}, free`}
            </Button>
          )
        })}
    </Group>
  )
}
