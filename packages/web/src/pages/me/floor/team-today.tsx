import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Group, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../api/call.ts'
import { allPages } from '../../../api/query.ts'
import { personName } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useMe } from '../../../workplace/me.tsx'
import type { Floor } from './apply-news.ts'

type ColleagueDay = Answer<'listColleagueDays'>['items'][number]

/** More people of a group than this in one building would not be a team that sits together. */
const MAX_PAGES = 1

/** The colleagues of the own primary group who plan to be in the building on the day and let others see them. */
export const useTeam = (locationId: string, day: string | undefined): readonly ColleagueDay[] => {
  const { userId, primaryGroupId } = useMe()
  const { data } = useQuery({
    ...allPages('listColleagueDays', { query: { day: day ?? '', locationId, groupId: primaryGroupId ?? '' } }, MAX_PAGES),
    enabled: day !== undefined && primaryGroupId !== null,
    refetchInterval: 60_000,
  })
  return data?.items.filter((each) => each.userId !== userId && each.plan === 'o') ?? []
}

/** `AB` for Ada Byron: drawn on a desk, where there is no room for a name. */
export const initialsOf = (person: { firstName: string | null; lastName: string | null; userName: string }): string =>
  [person.firstName, person.lastName]
    .flatMap((name) => (name ? [[...name][0]] : []))
    .join('')
    .toUpperCase() || person.userName.slice(0, 2).toUpperCase()

interface Props {
  readonly floor: Floor
  readonly team: readonly ColleagueDay[]
  readonly shownId: string | undefined
  /** Shows a desk on the map of its level. */
  readonly onShow: (placeId: string, levelId: string | undefined) => void
  readonly isOnMap: boolean
  readonly onOnMap: (isOnMap: boolean) => void
}

/** Where the team sits today. A click shows the desk, and a link leads to a free desk near it. */
export const TeamToday = ({ floor, team, shownId, onShow, isOnMap, onOnMap }: Props) => {
  const { primaryGroupName, primaryGroupId } = useMe()
  const of = primaryGroupName ?? ''
  if (!primaryGroupId) return null
  const levelOf = (zoneId: string | null) => floor.zones.find((zone) => zone.zoneId === zoneId)
  const { day } = floor
  return (
    <section>
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h4">
          <Trans>Your team today</Trans>
        </Title>
        <Checkbox
          label={t`Show my team on the map`}
          checked={isOnMap}
          onChange={({ currentTarget }) => onOnMap(currentTarget.checked)}
        />
      </Group>
      {team.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t`No colleague of ${of} plans to be in this building today.`}
        </Text>
      ) : (
        <Group component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Your team today`}>
          {team.map((person) => {
            const { userId, placeId, zoneId, zoneName } = person
            const placeName = person.placeName ?? ''
            const [name, level] = [personName(person), levelOf(zoneId)]
            const { levelId, levelName = '' } = level ?? {}
            if (!placeId) {
              return (
                <Text key={userId} component="li" size="sm">
                  {zoneName ? t`${name} in ${zoneName}` : t`${name}, no desk booked`}
                </Text>
              )
            }
            return (
              <Group key={userId} component="li" gap="xs">
                <UnstyledButton
                  onClick={() => onShow(placeId, levelId)}
                  aria-pressed={shownId === placeId}
                  fz="sm"
                  fw={600}
                  td="underline"
                  mih={24}
                >
                  {levelName ? t`${name} at ${placeName}, ${levelName}` : t`${name} at ${placeName}`}
                </UnstyledButton>
                <AnchorLink
                  to="/me/desk"
                  search={{ day, locationId: floor.locationId, ...(levelId ? { levelId } : {}), near: placeId }}
                  size="sm"
                  aria-label={t`Sit nearby: ${name}`}
                >
                  <Trans>Sit nearby</Trans>
                </AnchorLink>
              </Group>
            )
          })}
        </Group>
      )}
    </section>
  )
}
